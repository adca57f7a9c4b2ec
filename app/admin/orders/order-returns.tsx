import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CircleCheckIcon, CircleXIcon, ClockIcon, PackageIcon, TruckIcon } from '#app/ui/icons.tsx'
import { PrinterIcon } from '#app/ui/office-icons.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderReturnResponse, OrderReturnsResponse } from '#contract/returns.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatCedis } from '#rules/money.ts'
import {
  conditionLabel,
  conditions,
  isOpenReturn,
  mayReturnMove,
  type PlainStep,
  policyHint,
  type ReturnState,
  returnLabel,
  returnReasonLabels,
  returnTone,
} from '#rules/returns.ts'
import { May } from '../office-rights.tsx'
import { AddPhoto, OpenReturnDialog, ReturnPhoto } from './open-return-dialog.tsx'
import { useOnChange } from './order-payments-and-receipts.tsx'
import { ReceiveReturnDialog, SettleReturnDialog } from './return-dialogs.tsx'

const icons = {
  asked: ClockIcon,
  fetched: TruckIcon,
  received: PackageIcon,
  settled: CircleCheckIcon,
  refused: CircleXIcon,
  withdrawn: CircleXIcon,
} satisfies Record<ReturnState, typeof ClockIcon>

type ReturnBadgeProps = {
  state: ReturnState
  /** Where nothing else says that it is about a return. */
  isAlone?: boolean
}

export function ReturnBadge({ state, isAlone = false }: ReturnBadgeProps) {
  const label = returnLabel(state)
  return (
    <Badge tone={returnTone(state)} icon={icons[state]}>
      {isAlone ? `Return: ${label.toLowerCase()}` : label}
    </Badge>
  )
}

type OrderReturnsProps = {
  order: OrderDetailResponse
  onChanged(): void
  onPrint(back: OrderReturnResponse): void
}

type Opened = { dialog: 'open' } | { dialog: 'receive' | 'settle'; back: OrderReturnResponse }

/** What came back of an order, what is on its way, and what still can. */
export function OrderReturns({ order, onChanged, onPrint }: OrderReturnsProps) {
  const address = `/api/orders/${order.id}/returns`
  const { data, error, isLoading, refetch, replace } = useFetch<OrderReturnsResponse>(address)
  const [opened, setOpened] = useState<Opened | null>(null)
  useOnChange(order.updated_at, refetch)
  if (error) {
    return (
      <ErrorPanel title="The returns could not be loaded" onRetry={refetch} retrying={isLoading}>
        {error.message}
      </ErrorPanel>
    )
  }
  if (!data) return null
  const saved = (answer: OrderReturnsResponse) => {
    setOpened(null)
    replace(answer)
    onChanged()
  }
  const dialog = {
    order,
    returns: data,
    onSaved: saved,
    onClose: () => setOpened(null),
    // Somebody else was faster: the panel shows what they did.
    onStale: () => {
      setOpened(null)
      refetch()
      onChanged()
    },
  }
  return (
    <div className="grid gap-3">
      <PolicyHints deliveredAt={data.delivered_at} isOver={data.returnable.length === 0} />
      {data.returns.map((back) => (
        <ReturnCard
          key={back.id}
          back={back}
          address={`${address}/${back.id}`}
          expected={data.expected}
          onPrint={() => onPrint(back)}
          onOpen={(name) => setOpened({ dialog: name, back })}
          onSaved={saved}
          onStale={dialog.onStale}
        />
      ))}
      {data.returnable.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 justify-self-start"
          onClick={() => setOpened({ dialog: 'open' })}
        >
          Open a return
        </Button>
      )}
      {opened?.dialog === 'open' && <OpenReturnDialog {...dialog} />}
      {opened?.dialog === 'receive' && <ReceiveReturnDialog back={opened.back} {...dialog} />}
      {opened?.dialog === 'settle' && <SettleReturnDialog back={opened.back} {...dialog} />}
    </div>
  )
}

type PolicyHintsProps = { deliveredAt: string | null; isOver: boolean }

function PolicyHints({ deliveredAt, isOver }: PolicyHintsProps) {
  if (deliveredAt === null || isOver) return null
  const now = new Date()
  return (
    <ul className="grid gap-1 text-sm text-muted-foreground">
      {conditions.map((condition) => (
        <li key={condition}>{policyHint(condition, new Date(deliveredAt), now).text}</li>
      ))}
    </ul>
  )
}

type ReturnCardProps = {
  back: OrderReturnResponse
  address: string
  expected: string
  onPrint(): void
  onOpen(dialog: 'receive' | 'settle'): void
  onSaved(answer: OrderReturnsResponse): void
  onStale(): void
}

function ReturnCard({ back, address, onPrint, onOpen, ...card }: ReturnCardProps) {
  const { id, state, items, note, amount, opened_by, created_at } = back
  return (
    <article aria-label={`Return ${id}`} className="grid gap-2 rounded-card border border-border p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-sans text-base font-semibold">Return {id}</h4>
        <ReturnBadge state={state} />
      </div>
      <p className="text-sm text-muted-foreground">
        <time dateTime={created_at}>{formatDateAndTime(new Date(created_at))}</time>
        {opened_by !== null && ` · ${opened_by}`}
      </p>
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item.product_id} className="wrap-anywhere">
            {item.quantity} × {item.product_name}
            <span className="block text-sm text-muted-foreground">
              {returnReasonLabels[item.reason]} · {conditionLabel(item.condition)}
              {outcomeOf(back, item)}
            </span>
          </li>
        ))}
      </ul>
      {note !== '' && <p className="text-sm whitespace-pre-line wrap-anywhere">{note}</p>}
      {state === 'settled' && (
        <p className="text-sm">
          The order costs <strong className="tabular-nums">{formatCedis(amount)}</strong> less.
        </p>
      )}
      {back.has_photo && <ReturnPhoto address={`${address}/photo`} />}
      {!back.has_photo && isOpenReturn(state) && <AddPhoto address={address} onSaved={card.onSaved} />}
      <ReturnSteps back={back} address={address} onPrint={onPrint} onOpen={onOpen} {...card} />
    </article>
  )
}

type ReturnItem = OrderReturnResponse['items'][number]

function outcomeOf({ state }: OrderReturnResponse, { quantity, to_shelf, written_off }: ReturnItem): string {
  if (state !== 'received' && state !== 'settled') return ''
  const missing = quantity - to_shelf - written_off
  const parts = [
    [to_shelf, 'back on the shelf'],
    [written_off, 'written off'],
    [missing, 'did not arrive'],
  ] as const
  return parts.map(([pieces, words]) => (pieces > 0 ? ` · ${pieces} ${words}` : '')).join('')
}

const plain: readonly { to: PlainStep; label: string; done: string }[] = [
  { to: 'fetched', label: 'Rider has it', done: 'The rider has it' },
  { to: 'asked', label: 'Rider does not have it', done: 'It is still to be fetched' },
  { to: 'refused', label: 'Refuse', done: 'The return is refused' },
  { to: 'withdrawn', label: 'Withdraw', done: 'The return is withdrawn' },
]

/** What can become of it now. */
function ReturnSteps({ back, address, expected, onPrint, onOpen, onSaved, onStale }: ReturnCardProps) {
  const { submit, isBusy } = useSubmit()
  const button = { size: 'sm', className: 'min-h-11', disabled: isBusy } as const
  const move = (to: PlainStep, title: string) => {
    const onFailure = ({ code }: ApiProblem) => {
      if (code === 'order_changed' || code === 'return_changed') onStale()
    }
    void submit({ failed: 'The return stays as it is', onFailure }, async () => {
      onSaved(await api.post<OrderReturnsResponse>(`${address}/step`, { body: { to, expected } }))
      return { title }
    })
  }
  const steps = plain.filter(({ to }) => mayReturnMove(back.state, to))
  const isComing = mayReturnMove(back.state, 'received')
  if (!isComing && back.state !== 'received') return null
  return (
    <div className="flex flex-wrap gap-2">
      {isComing && (
        <>
          <Button {...button} onClick={() => onOpen('receive')}>
            It is here
          </Button>
          <Button {...button} variant="secondary" onClick={onPrint}>
            <PrinterIcon size={20} />
            Slip for the rider
          </Button>
          {steps.map(({ to, label, done }) => (
            <Button
              key={to}
              {...button}
              variant={to === 'fetched' ? 'secondary' : 'ghost'}
              onClick={() => move(to, done)}
            >
              {label}
            </Button>
          ))}
        </>
      )}
      {back.state === 'received' && (
        <May right="money">
          <Button {...button} onClick={() => onOpen('settle')}>
            Settle
          </Button>
        </May>
      )}
    </div>
  )
}
