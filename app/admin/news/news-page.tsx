import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isAboutFields } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { isFlag, isNumber, isText, listOf, oneOf, shapeOf } from '#app/session/draft-shape.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import {
  allNotificationKinds,
  type NotificationSetting,
  readSmsPrice,
  type SmsPrice,
} from '#rules/notification-settings.ts'
import { settingMistakes } from '#rules/settings-fields.ts'
import { FormCard, KeptNotice, Loaded, SaveBar, useFormPage, withoutPrefix } from '../form-card.tsx'
import type { Route } from './+types/news-page.ts'
import { NewsFields } from './news-fields.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'News to customers', hidden: true })
}

const loadOffers = async () => (await import('./offers-panel.tsx')).OffersPanel

/** What the shop says to its customers. Offers are fetched when somebody looks at them. */
export default function NewsPage() {
  const { Component: Offers, fetchComponent } = useLazyComponent(loadOffers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; after that the tabs say what is wanted.
  useEffect(() => {
    if (window.location.hash === '#offers') void fetchComponent()
  }, [])
  const waiting = (
    <LoadingArea className="grid max-w-4xl gap-4">
      <Skeleton className="h-64" />
    </LoadingArea>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1>News to customers</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What the shop tells customers by itself, on which way and in which words; and offers to those who
          want some.
        </p>
      </div>
      <Tabs
        label="News to customers"
        tabs={[
          { id: 'texts', label: 'About orders', content: <NewsTexts /> },
          { id: 'offers', label: 'Offers', content: Offers ? <Offers /> : waiting },
        ]}
        onChange={(id) => void (id === 'offers' && fetchComponent())}
      />
    </div>
  )
}

/** What customers are told about their orders, how, and in which words. */
function NewsTexts() {
  const { fetched, draft, kept, round, restart } = useFormPage<SettingsResponse, NewsDraft>(
    '/api/settings',
    'news',
    isNewsDraft,
  )
  return (
    <Loaded thing="news" fetched={fetched}>
      {(data) => <NewsEditor key={round} known={data} kept={kept} draft={draft} onRestart={restart} />}
    </Loaded>
  )
}

/** What was typed, and over which version: a colleague's change meanwhile is then still noticed. */
type NewsDraft = { news: NotificationSetting[]; price: string; version: number }

const isNewsDraft = shapeOf<NewsDraft>({
  news: listOf(
    shapeOf<NotificationSetting>({
      kind: oneOf(allNotificationKinds),
      sms: isFlag,
      whatsapp: isFlag,
      email: isFlag,
      text: isText,
      mail: isText,
    }),
  ),
  price: isText,
  version: isNumber,
})

type NewsEditorProps = {
  known: SettingsResponse
  /** What a sign-in that ran out has left behind. */
  kept: NewsDraft | null
  draft: Draft<NewsDraft>
  onRestart(known: SettingsResponse): void
}

function NewsEditor({ known, kept, draft, onRestart }: NewsEditorProps) {
  const id = useId()
  const { submit, isBusy, failure } = useSubmit()
  const { settings } = known
  const knownPrice = settings.sms_price === 0 ? '' : String(settings.sms_price)
  const [news, setNews] = useState(kept?.news ?? settings.news)
  const [price, setPrice] = useState(kept?.price ?? knownPrice)
  const version = kept?.version ?? known.version
  const [isOld, setIsOld] = useState(false)
  // Read from the fields: while somebody types, what is kept here is one letter behind.
  const { form, field, summary, onSubmit, refuse } = useFormErrors((values) => {
    const text = (name: string) => String(values.get(name) ?? '')
    return settingMistakes({
      news: news.map((row, n) => ({ ...row, text: text(`news.${n}.text`), mail: text(`news.${n}.mail`) })),
      sms_price: readCedis(text('sms_price')),
    })
  })
  const changes = {
    ...(JSON.stringify(news) !== JSON.stringify(settings.news) && { news }),
    ...(price !== knownPrice && { sms_price: readCedis(price) }),
  }
  const isChanged = Object.keys(changes).length > 0
  useKeepDraft(draft, isChanged ? { news, price, version } : null)

  const save = async (expected: number) => {
    if (!isChanged) return
    const onFailure = (problem: ApiProblem) => {
      setIsOld(problem.code === 'conflict')
      return problem.code === 'conflict' || isAboutFields(problem)
    }
    await submit({ refuse: (fields) => refuse(withoutPrefix('settings', fields)), onFailure }, async () => {
      onRestart(
        await api.put<SettingsResponse>('/api/settings', { body: { version: expected, settings: changes } }),
      )
      return { title: 'News saved' }
    })
  }
  const withLatest = (use: (latest: SettingsResponse) => unknown) =>
    void submit({ key: 'latest' }, async () => void use(await api.get<SettingsResponse>('/api/settings')))
  return (
    <>
      <form {...form} id={id} onSubmit={onSubmit(() => void save(version))} className="grid max-w-4xl gap-6">
        <ErrorSummary {...summary} />
        {kept && isChanged && <KeptNotice />}
        {failure && <ErrorPanel title="The news were not saved">{failure}</ErrorPanel>}
        {isOld && (
          <Older
            onReload={() => withLatest(onRestart)}
            onOverwrite={() => withLatest((latest) => save(latest.version))}
          />
        )}
        <ChannelsCard channels={known.phone_channels}>
          <TextField
            {...field('sms_price')}
            label="Price of one SMS in cedis"
            help="What your provider charges for one part, such as 0.0309."
            optional
            inputMode="decimal"
            autoComplete="off"
            maxLength={10}
            value={price}
            onChange={({ currentTarget }) => setPrice(currentTarget.value)}
            className="max-w-80"
          />
        </ChannelsCard>
        <div className="grid gap-3">
          {news.map((row, number) => (
            <NewsFields
              key={row.kind}
              row={row}
              field={(name) => field(`news.${number}.${name}`)}
              shopName={settings.shop_name}
              channels={known.phone_channels}
              price={priceOf(price)}
              onChange={(changed) => setNews((before) => before.with(number, changed))}
            />
          ))}
        </div>
      </form>
      <SaveBar
        formId={id}
        unsaved={isChanged ? 'what customers are told' : ''}
        isBusy={isBusy}
        onDiscard={() => onRestart(known)}
      />
      <UnsavedGuard when={isChanged} title="Leave without saving?">
        What you changed on this page is not saved yet.
      </UnsavedGuard>
    </>
  )
}

function readCedis(typed: string): number {
  if (typed.trim() === '') return 0
  return readSmsPrice(typed) === null ? Number.NaN : Number(typed.trim())
}

function priceOf(typed: string): SmsPrice {
  return readSmsPrice(typed) ?? 0
}

type ChannelsCardProps = { channels: SettingsResponse['phone_channels']; children: ReactNode }

function ChannelsCard({ channels, children }: ChannelsCardProps) {
  const { sms, whatsapp } = channels
  const goesOut = [sms && 'SMS', whatsapp && 'WhatsApp'].filter(Boolean).join(' and ')
  return (
    <FormCard
      id="channels"
      title="Messages to phones"
      help={
        goesOut
          ? `${goesOut}: sent by the shop itself. Whoever cannot be reached stands in the orders under “Not told yet”.`
          : 'Neither SMS nor WhatsApp is set up on the server, so nothing is sent to phones by itself. The texts below are those of “Tell on WhatsApp” in an order.'
      }
    >
      {children}
    </FormCard>
  )
}

/** Somebody else has saved in the meantime; the user decides. */
function Older({ onReload, onOverwrite }: { onReload(): void; onOverwrite(): void }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <ErrorPanel
      ref={panel}
      title="Somebody else has changed the news while you were here"
      action={
        <>
          <Button variant="secondary" onClick={onReload}>
            Show theirs
          </Button>
          <Button variant="destructive" onClick={onOverwrite}>
            Save mine instead
          </Button>
        </>
      }
    >
      What you typed is still here and was not saved.
    </ErrorPanel>
  )
}
