import { type FormEvent, useEffect } from 'react'
import { Amount, Amounts } from '#app/components/amounts.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { formatGhs } from '#rules/money.ts'
import { manualOrderSources, orderSourceTexts } from '#rules/order-status.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import { useUnsaved } from '../use-unsaved.tsx'
import { ManualOrderFields } from './manual-order-fields.tsx'
import { ManualOrderLines } from './manual-order-lines.tsx'
import { useManualOrder } from './use-manual-order.ts'

const sheetId = 'take-order'

type TakeOrderProps = { onPlaced(order: PlacedOrderResponse): void; onClose(): void }

/** An order that came by phone or chat, written down by the staff: the same stock, prices and messages as any other. */
export function TakeOrder({ onPlaced, onClose }: TakeOrderProps) {
  const taken = useManualOrder(onPlaced)
  const { form, field, total } = taken
  const { leave, question, onUnsavedChange, hasUnsaved } = useUnsaved('This order is not placed yet.')
  useShortcuts({ 'Ctrl+S': taken.submit }, sheetId)
  const wasKept = taken.kept !== null
  useEffect(() => onUnsavedChange(wasKept), [onUnsavedChange, wasKept])
  return (
    <Sheet
      id={sheetId}
      open
      place="right-wide"
      title="New order"
      onClose={onClose}
      mayClose={() => {
        if (hasUnsaved()) leave(onClose)
        return !hasUnsaved()
      }}
      footer={
        <>
          <p className="mr-auto font-semibold tabular-nums">{total && formatGhs(total.total)}</p>
          <Button busy={taken.isBusy} busyLabel="Placing..." onClick={taken.submit}>
            Place order
          </Button>
        </>
      }
    >
      <form
        {...form}
        className="grid gap-5"
        onSubmit={taken.onSubmit((values) => void taken.send(values))}
        onChange={(event: FormEvent<HTMLFormElement>) => {
          onUnsavedChange(true)
          form.onChange(event)
          taken.follow()
        }}
      >
        {taken.trouble && <ErrorPanel title="The order was not placed">{taken.trouble}</ErrorPanel>}
        <ErrorSummary {...taken.summary} />
        {wasKept && <p className="text-muted-foreground">What you typed before is back.</p>}
        <RadioCards
          {...field('source')}
          label="How did it come in?"
          defaultValue={taken.kept?.source ?? manualOrderSources[0]}
          cards={manualOrderSources.map((source) => ({ value: source, title: orderSourceTexts[source] }))}
        />
        <ManualOrderLines
          {...field('product')}
          lines={taken.lines}
          onChange={(chosen) => {
            onUnsavedChange(true)
            taken.putLines(chosen)
          }}
        />
        <ManualOrderFields
          field={(name) => ({ ...field(name), defaultValue: taken.kept?.[name] })}
          region={taken.region}
        />
        {total && (
          <Amounts>
            <Amount label="Subtotal">{formatGhs(total.subtotal)}</Amount>
            <Amount label="Delivery">{formatGhs(total.deliveryFee)}</Amount>
            <Amount label="Total, paid on delivery" isTotal>
              {formatGhs(total.total)}
            </Amount>
          </Amounts>
        )}
      </form>
      {question}
    </Sheet>
  )
}
