import { useEffect, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { SetupResponse } from '#contract/settings.ts'
import { confirmableItems, type StartItem, startItemLabels } from '#rules/first-day.ts'
import { May } from '../office-rights.tsx'
import { countLeft, useSetup } from '../setup-state.tsx'
import type { Route } from './+types/start-page.ts'
import { SamplesCard } from './samples-card.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Set up your shop', hidden: true })
}

/** From an empty shop to the first customer: what is left, where it is done, and the switch that opens the shop. */
export default function StartPage() {
  const { setup, error, refetch } = useSetup()
  // Whoever comes back from another screen has done something there.
  useEffect(refetch, [refetch])
  return (
    <div className="grid max-w-4xl gap-6">
      <div>
        <h1>Set up your shop</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          In any order, and with as many breaks as you like. The list follows what you do.
        </p>
      </div>
      {error && (
        <ErrorPanel title="The list could not be loaded" onRetry={refetch}>
          {error.message}
        </ErrorPanel>
      )}
      {!setup && !error && (
        <LoadingArea className="grid gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-80" />
        </LoadingArea>
      )}
      {setup && (
        <>
          <Progress setup={setup} />
          <ol className="grid gap-2">
            {setup.items.map((state) => (
              <Item key={state.item} {...state} />
            ))}
          </ol>
          <OpeningCard setup={setup} />
          {setup.has_samples && (
            <May right="deletion">
              <SamplesCard isDemoAccount={setup.is_demo_account} />
            </May>
          )}
        </>
      )}
    </div>
  )
}

function Progress({ setup }: { setup: SetupResponse }) {
  const all = setup.items.length
  const done = all - countLeft(setup)
  return (
    <div className="grid gap-2">
      <p role="status" className="font-semibold">
        {done === all ? 'Everything is done' : `${done} of ${all} done`}
      </p>
      <div
        role="progressbar"
        aria-label="Done so far"
        aria-valuenow={done}
        aria-valuemin={0}
        aria-valuemax={all}
        className="h-2 overflow-hidden rounded-full border border-transparent bg-border"
      >
        <div
          className="h-full rounded-full bg-primary forced-colors:bg-[Highlight]"
          style={{ width: `${(100 * done) / all}%` }}
        />
      </div>
    </div>
  )
}

const places = {
  name: { to: '/admin/brand', why: 'What customers see on every page, in e-mails and on receipts.' },
  phone: { to: '/admin/settings#chat_number', why: 'Orders and questions arrive there.' },
  fees: { to: '/admin/settings#delivery_fees', why: 'Where you deliver, and what it costs.' },
  payments: { to: '/admin/settings#payment_methods', why: 'What the checkout offers.' },
  messages: {
    to: '/admin/settings#contact',
    why: 'E-mails are sent once whoever looks after the server has set up a mail server. Tick this if WhatsApp is enough for you.',
  },
  product: { to: '/admin/products?edit=new', why: 'With a picture, a price and how many you have.' },
  texts: { to: '/admin/pages', why: 'About you, questions and policies: read them, they are your word.' },
  order: { to: '/shop', why: 'Order something as a customer would. You can cancel it afterwards.' },
} satisfies Record<StartItem, { to: string; why: string }>

function Item({ item, is_done, is_confirmed }: SetupResponse['items'][number]) {
  const { to, why } = places[item]
  const mayConfirm = confirmableItems.some((each) => each === item) && (is_confirmed || !is_done)
  return (
    <li className="grid gap-3 rounded-card border border-border bg-card p-4 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="flex items-start gap-3">
        <span
          className={classNames(
            'flex size-7 flex-none items-center justify-center rounded-full border-2',
            is_done ? 'border-primary bg-primary text-primary-foreground' : 'border-input bg-card',
          )}
        >
          {is_done && <CheckIcon size={16} className="stroke-3" />}
        </span>
        <div>
          <h2 className="font-sans text-base font-semibold tracking-normal">
            {startItemLabels[item]}
            <span className="sr-only">, {is_done ? 'done' : 'to do'}</span>
          </h2>
          <p className="text-sm text-muted-foreground">{why}</p>
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-row-reverse max-sm:pl-10">
        {mayConfirm && <ConfirmButton item={item} isConfirmed={is_confirmed} />}
        <ButtonLink
          to={to}
          size="sm"
          variant={is_done ? 'ghost' : 'secondary'}
          className="min-h-11"
          aria-label={`${is_done ? 'Look again' : 'Open'}: ${startItemLabels[item]}`}
        >
          {is_done ? 'Look again' : 'Open'}
        </ButtonLink>
      </div>
    </li>
  )
}

function ConfirmButton({ item, isConfirmed }: { item: StartItem; isConfirmed: boolean }) {
  const { replace } = useSetup()
  const { submit, isBusy } = useSubmit()
  const label = isConfirmed ? 'Undo' : item === 'texts' ? 'I have read them' : 'Right as it is'
  const press = () =>
    submit({ failed: 'That was not saved' }, async () => {
      const body = { is_confirmed: !isConfirmed }
      replace(await api.put<SetupResponse>(`/api/setup/items/${item}`, { body }))
      return undefined
    })
  return (
    <Button
      size="sm"
      variant="ghost"
      className="min-h-11"
      busy={isBusy}
      aria-label={`${label}: ${startItemLabels[item]}`}
      onClick={() => void press()}
    >
      {label}
    </Button>
  )
}

/** The switch is the last thing on the list, and works at any time. */
function OpeningCard({ setup }: { setup: SetupResponse }) {
  const { replace } = useSetup()
  const { submit, isBusy } = useSubmit()
  const [isAsked, setAsked] = useState(false)
  const left = countLeft(setup)
  const setOpen = async (isOpen: boolean) => {
    await submit({ failed: isOpen ? 'The shop was not opened' : 'The shop was not closed' }, async () => {
      replace(await api.put<SetupResponse>('/api/setup/opening', { body: { is_open: isOpen } }))
      return isOpen
        ? { title: 'Your shop is open', description: 'Everybody can see it and order now.' }
        : { title: 'Your shop is closed', description: 'Visitors read that it opens soon.' }
    })
    setAsked(false)
  }
  return (
    <section
      aria-labelledby="opening"
      className="grid gap-4 rounded-card border border-border bg-card p-5 lg:p-6"
    >
      <div>
        <h2 id="opening" className="font-sans text-xl font-semibold tracking-normal">
          {setup.is_open ? 'Your shop is open' : 'Open your shop'}
        </h2>
        <p className="mt-1 max-w-prose text-sm text-muted-foreground">
          {setup.is_open
            ? 'Everybody sees it and can order.'
            : 'Until then visitors read “Opening soon”, and nobody but you and your team can order.'}
          {!setup.is_open && left > 0 && ' You can open it now and do the rest later.'}
        </p>
      </div>
      <Switch
        label="The shop is open"
        checked={setup.is_open}
        disabled={isBusy}
        onChange={({ target }) => (target.checked ? void setOpen(true) : setAsked(true))}
      />
      <ConfirmDialog
        open={isAsked}
        title="Close the shop?"
        confirmLabel="Close the shop"
        busy={isBusy}
        busyLabel="Closing..."
        destructive
        onConfirm={() => void setOpen(false)}
        onClose={() => setAsked(false)}
      >
        <p>
          Visitors will read “Opening soon” and cannot order. Orders that were placed go on as ever, and you
          can open the shop again at any time.
        </p>
      </ConfirmDialog>
    </section>
  )
}
