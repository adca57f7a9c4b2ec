import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isAboutFields } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { WarningIcon } from '#app/ui/icons.tsx'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { type SettingName, type SettingsForm, settingMistakes, settingNames } from '#rules/settings-fields.ts'
import { describeSetting, settingLabels } from '#rules/settings-labels.ts'
import { defaultChatNumber } from '#rules/shop-facts.ts'
import { ComparisonTable } from '../comparison-table.tsx'
import { FormPage, KeptNotice, SaveBar, useFormPage, withoutPrefix } from '../form-card.tsx'
import type { Route } from './+types/settings-page.ts'
import { FeeFields } from './fee-fields.tsx'
import { ReceiptFields } from './receipt-fields.tsx'
import {
  BannerFields,
  ContactFields,
  MeasuringFields,
  OrderLimitFields,
  PaymentFields,
  PickupFields,
  ReviewFields,
  ShopFields,
  SocialFields,
  StockFields,
} from './settings-fields.tsx'
import {
  changedSettings,
  draftOf,
  isSettingsDraft,
  pick,
  readSettingsForm,
  restoreDraft,
  type SettingsDraft,
} from './settings-values.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Settings', hidden: true })
}

/** What the owner can change without a programmer. */
export default function SettingsPage() {
  const page = useFormPage<SettingsResponse, SettingsDraft>('/api/settings', 'settings', isSettingsDraft)
  const { fetched, kept, draft, round } = page
  const { revalidate } = useRevalidator()
  const [merged, setMerged] = useState<SettingsForm | null>(null)
  const restart = (known: SettingsResponse, form: SettingsForm | null = null) => {
    page.restart(known)
    setMerged(form)
    // The name beside the menu is one of the settings.
    void revalidate()
  }
  const isLoaded = fetched.data !== null
  // A link to one of the settings arrives before the settings themselves.
  useEffect(() => {
    if (isLoaded) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <FormPage
      title="Settings"
      help="What you save here holds at once in the whole shop."
      thing="settings"
      fetched={fetched}
    >
      {(data) => (
        <SettingsEditor
          key={round}
          known={data}
          start={{
            form: kept ? restoreDraft(kept, data.settings) : (merged ?? data.settings),
            version: kept?.version ?? data.version,
          }}
          draft={draft}
          wasKept={kept !== null}
          onRestart={restart}
        />
      )}
    </FormPage>
  )
}

type SettingsEditorProps = {
  known: SettingsResponse
  start: SettingsStart
  draft: Draft<SettingsDraft>
  /** The fields begin with what was typed before a sign-in ran out. */
  wasKept: boolean
  /** The form starts over from the saved settings, with `form` in its fields. */
  onRestart(known: SettingsResponse, form?: SettingsForm): void
}

function SettingsEditor({ known, start, draft, wasKept, onRestart }: SettingsEditorProps) {
  const id = useId()
  const { form, field, summary, values, update, changed, isBusy, failure, conflict, save } = useSettingsForm({
    known,
    start,
    draft,
    onSaved: onRestart,
  })
  const parts = { field, start: start.form }
  return (
    <>
      {known.settings.chat_number === defaultChatNumber && <Placeholder />}
      <form {...form} id={id} className="grid max-w-4xl gap-6">
        <ErrorSummary {...summary} />
        {wasKept && changed.length > 0 && <KeptNotice />}
        {failure && <SaveFailed>{failure}</SaveFailed>}
        {conflict && (
          <SettingsConflict
            conflict={conflict}
            mine={values}
            isBusy={isBusy}
            onKeepMine={() => void save(values, conflict.theirs.version)}
            onTakeTheirs={(merged) => onRestart(conflict.theirs, merged)}
          />
        )}
        <ShopFields {...parts} />
        <ContactFields {...parts} />
        <SocialFields {...parts} />
        <BannerFields {...parts} banner={values.sale_banner} />
        <FeeFields
          {...parts}
          rows={values.delivery_fees}
          saved={known.settings.delivery_fees}
          hasDays={values.delivery_days}
          onRows={update}
        />
        <PickupFields {...parts} />
        <PaymentFields {...parts} canPayOnline={known.can_pay_online} />
        <OrderLimitFields {...parts} />
        <ReceiptFields {...parts} onRows={update} />
        <StockFields {...parts} />
        <ReviewFields {...parts} />
        <MeasuringFields {...parts} />
      </form>
      <SaveBar formId={id} unsaved={listed(changed)} isBusy={isBusy} onDiscard={() => onRestart(known)} />
      <UnsavedGuard when={changed.length > 0} title="Leave without saving?">
        What you changed on this page is not saved yet.
      </UnsavedGuard>
    </>
  )
}

function Placeholder() {
  return (
    <p
      role="note"
      className="flex max-w-4xl items-start gap-3 rounded-card border border-warning bg-warning-soft p-4 font-medium text-warning"
    >
      <WarningIcon />
      <span>
        Nobody answers {defaultChatNumber}: it is only a placeholder. Orders on WhatsApp reach you once you
        have entered your own number below.
      </span>
    </p>
  )
}

function SaveFailed({ children }: { children: string }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <ErrorPanel ref={panel} title="The settings were not saved">
      {children} What you entered is still here.
    </ErrorPanel>
  )
}

function listed(changed: readonly SettingName[]): string {
  return changed.map((name) => settingLabels[name]).join(', ')
}

type SettingsConflictProps = {
  conflict: Conflict
  mine: SettingsForm
  isBusy: boolean
  onKeepMine(): void
  /** With what is mine besides. */
  onTakeTheirs(merged: SettingsForm): void
}

/** The optimistic lock failed: both versions are shown, and the user decides. */
function SettingsConflict({ conflict, mine, isBusy, onKeepMine, onTakeTheirs }: SettingsConflictProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { changed, theirs } = conflict
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict takes the focus.
  useEffect(() => panel.current?.focus(), [conflict])
  const takeTheirs = () => {
    const kept = Object.fromEntries(changed.map((name) => [name, theirs.settings[name]]))
    onTakeTheirs({ ...mine, ...kept })
  }
  return (
    <ErrorPanel
      ref={panel}
      title={`Somebody else has changed ${changed.map((name) => settingLabels[name]).join(' and ')} while you were here`}
      action={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={onKeepMine}>
            Save mine instead
          </Button>
        </>
      }
    >
      <p>Nothing of yours was saved yet.</p>
      <ComparisonTable
        head={['What', 'Theirs', 'Yours']}
        lines={changed.flatMap((name) => differences(name, theirs.settings, mine))}
        className="mt-2 border-destructive/30"
      />
    </ErrorPanel>
  )
}

function differences(
  name: SettingName,
  theirs: SettingsForm,
  mine: SettingsForm,
): [what: string, theirs: string, mine: string][] {
  const [their, own] = [describeSetting(name, theirs), describeSetting(name, mine)]
  const lines = [...new Set([...Object.keys(their), ...Object.keys(own)])]
  return lines
    .filter((line) => their[line] !== own[line])
    .map((line) => [line, valueText(their[line]), valueText(own[line])])
}

function valueText(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'nothing' : String(value)
}

type Conflict = {
  /** What somebody else has changed meanwhile. */
  changed: SettingName[]
  theirs: SettingsResponse
}

type SettingsStart = {
  /** What the fields begin with. */
  form: SettingsForm
  /** Which version of the settings it was typed over. */
  version: number
}

type SettingsFormOptions = {
  known: SettingsResponse
  start: SettingsStart
  draft: Draft<SettingsDraft>
  onSaved(saved: SettingsResponse): void
}

/** The settings as they are being typed: what there is to save, and how it is saved. */
function useSettingsForm({ known, start, draft, onSaved }: SettingsFormOptions) {
  const { submit, isBusy, failure } = useSubmit()
  const [values, setValues] = useState(start.form)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const read = (data: FormData) => readSettingsForm(data, known.settings)
  const { form, onSubmit, refuse, clear, ...errors } = useFormErrors((data) => {
    const wanted = read(data)
    return settingMistakes(pick(wanted, changedSettings(wanted, known.settings)))
  })
  const changed = changedSettings(values, known.settings)
  useKeepDraft(draft, draftOf(values, known.settings, start.version))

  const save = async (wanted: SettingsForm, version: number) => {
    const names = changedSettings(wanted, known.settings)
    if (names.length === 0) return
    await submit({ refuse: (fields) => refuse(withoutPrefix('settings', fields)), onFailure }, async () => {
      const body = { version, settings: pick(wanted, names) }
      onSaved(await api.put<SettingsResponse>('/api/settings', { body }))
      return { title: 'Settings saved' }
    })
  }
  const onFailure = async (problem: ApiProblem) => {
    const theirs = problem.code === 'conflict' ? await readTheirs() : null
    if (theirs) setConflict({ theirs, changed: namesIn(problem.details.changed) })
    return theirs !== null || isAboutFields(problem)
  }
  const update = useCallback(() => {
    const { current } = form.ref
    if (current) setValues(readSettingsForm(new FormData(current), known.settings))
  }, [form.ref, known])
  return {
    ...errors,
    form: {
      ...form,
      onSubmit: onSubmit((data) => void save(read(data), start.version)),
      onChange: (event: Parameters<typeof form.onChange>[0]) => {
        form.onChange(event)
        update()
      },
    },
    values,
    /** After a row came or went: its neighbours have new names, so what was said about them no longer fits. */
    update: () => {
      clear()
      update()
    },
    changed,
    isBusy,
    failure,
    conflict,
    save,
  }
}

async function readTheirs(): Promise<SettingsResponse | null> {
  try {
    return await api.get<SettingsResponse>('/api/settings')
  } catch {
    return null
  }
}

function namesIn(list: unknown): SettingName[] {
  return Array.isArray(list) ? settingNames.filter((name) => list.includes(name)) : []
}
