import { type ReactNode, useEffect, useRef } from 'react'
import { trackingPath } from '#app/components/page-addresses.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { formatGhs } from '#rules/money.ts'
import type { NewPrice, OrderConflict, Shortage } from './send-order.ts'

export type ConflictPanelProps = {
  conflict: OrderConflict
  /** Counts the presses that need an answer here first; each one brings the focus back. */
  asked: number
  isBusy: boolean
  onAgree(): void
}

/** Says what has changed and asks. It takes the focus, as the button that was pressed may be far away. */
export function ConflictPanel({ conflict, asked, ...agreeing }: ConflictPanelProps) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new conflict, or another press, is what brings the focus here.
  useEffect(() => {
    place.current?.focus()
  }, [conflict, asked])
  const { title, content, action } = describe(conflict, agreeing)
  return (
    <ErrorPanel ref={place} title={title} action={action}>
      {content}
    </ErrorPanel>
  )
}

type Agreeing = Pick<ConflictPanelProps, 'isBusy' | 'onAgree'>
type Panel = { title: string; content: ReactNode; action: ReactNode }

function describe(conflict: OrderConflict, agreeing: Agreeing): Panel {
  if (conflict.kind === 'prices') return describePrices(conflict, agreeing)
  if (conflict.kind === 'stock') return describeStock(conflict.short, agreeing)
  return describeEarlier(conflict.trackingCode, agreeing)
}

function describePrices(
  { changed, delivery, discount, refusedCode, total }: OrderConflict & { kind: 'prices' },
  { isBusy, onAgree }: Agreeing,
): Panel {
  return {
    title: refusedCode
      ? 'The code does not hold'
      : changed.length === 0 && delivery && !discount
        ? 'The delivery fee has changed'
        : 'Prices have changed',
    content: (
      <>
        {refusedCode && <p className="mb-2">{refusedCode}</p>}
        <p>Nothing was ordered yet. Please look at what it costs now:</p>
        <ul className="mt-2 grid gap-1">
          {changed.map((price) => (
            <li key={price.productId}>
              <OldAndNew {...price} />
            </li>
          ))}
          {delivery && (
            <li>
              <OldAndNew name="Delivery" {...delivery} />
            </li>
          )}
          {discount && (
            <li>
              <OldAndNew name="Discount" old={-discount.old} now={-discount.now} />
            </li>
          )}
        </ul>
      </>
    ),
    action: (
      <>
        <Button onClick={onAgree} busy={isBusy}>
          {total === null
            ? 'Agree and Place Order'
            : `Place Order for ${formatGhs(total).replace(' ', '\u00a0')}`}
        </Button>
        <ChangeCart />
      </>
    ),
  }
}

function OldAndNew({ name, old, now }: Pick<NewPrice, 'name' | 'old' | 'now'>) {
  return (
    <>
      <span className="font-semibold">{name}</span>: <span className="sr-only">was </span>
      <s className="whitespace-nowrap">{formatGhs(old)}</s>
      <span className="sr-only">, now</span>{' '}
      <strong className="font-semibold whitespace-nowrap">{formatGhs(now)}</strong>
    </>
  )
}

function describeStock(short: readonly Shortage[], { isBusy, onAgree }: Agreeing): Panel {
  return {
    title: short.some(({ isSold }) => isSold) ? 'Not enough left' : 'No longer sold',
    content: (
      <>
        <p>Nothing was ordered yet. This has changed since you filled your cart:</p>
        <ul className="mt-2 grid gap-1">
          {short.map((shortage) => (
            <li key={shortage.productId}>{shortageText(shortage)}</li>
          ))}
        </ul>
      </>
    ),
    action: (
      <>
        <Button onClick={onAgree} busy={isBusy}>
          Change cart to what is left
        </Button>
        <ChangeCart />
      </>
    ),
  }
}

function shortageText({ name, wanted, left, isSold }: Shortage): string {
  if (!isSold) return `${name} is no longer sold.`
  return left === 0 ? `${name} is out of stock.` : `Only ${left} of ${name} left, you wanted ${wanted}.`
}

function describeEarlier(trackingCode: string | null, { isBusy, onAgree }: Agreeing): Panel {
  return {
    title: 'An earlier order was already received',
    content: (
      <p>
        Your last try came through after all
        {trackingCode ? `: its tracking code is ${trackingCode}.` : '.'} It was not the same as this one.
      </p>
    ),
    action: (
      <>
        {trackingCode && <ButtonLink to={trackingPath(trackingCode)}>Follow that order</ButtonLink>}
        <Button variant="secondary" onClick={onAgree} busy={isBusy}>
          Place this as a new order
        </Button>
      </>
    ),
  }
}

function ChangeCart() {
  return (
    <ButtonLink variant="secondary" to="/cart">
      Go to cart
    </ButtonLink>
  )
}
