import { type FormEvent, useEffect } from 'react'
import { Amount, Amounts } from '#app/components/order-lines.tsx'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/form-errors.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { formatGhs } from '#rules/money.ts'
import { manualOrderSources, orderSourceTexts } from '#rules/order-status.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { useUnsaved } from '../unsaved.tsx'
import { useManualOrder } from './manual-order.ts'
import { OrderFormFields, OrderFormLines } from './order-form-parts.tsx'

const sheetId = 'take-order'

type ManualOrderFormProps = {
  onPlaced(order: PlacedOrderResponse, isAtCounter: boolean): void
  onClose(): void
}

/** An order that came by phone or chat, written down by the staff: the same stock, prices and messages as any other. */
export function ManualOrderForm({ onPlaced, onClose }: ManualOrderFormProps) {
  const order = useManualOrder(onPlaced)
  const { form, field, total } = order
  const { leave, question, onUnsavedChange, hasUnsaved } = useUnsaved('This order is not placed yet.')
  const { pickup } = useShopFacts()
  // Whoever stands at the counter takes it along.
  const sources = manualOrderSources.filter((source) => source !== 'counter' || pickup)
  useShortcuts({ 'Ctrl+S': order.submit }, sheetId)
  const wasKept = order.kept !== null
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
          <Button busy={order.isBusy} busyLabel="Placing..." onClick={order.submit}>
            Place order
          </Button>
        </>
      }
    >
      <form
        {...form}
        className="group grid gap-5"
        onSubmit={order.onSubmit((values) => void order.send(values))}
        onChange={(event: FormEvent<HTMLFormElement>) => {
          onUnsavedChange(true)
          form.onChange(event)
          order.update()
        }}
      >
        {order.failure && <ErrorPanel title="The order was not placed">{order.failure}</ErrorPanel>}
        <ErrorSummary {...order.summary} />
        {wasKept && <p className="text-muted-foreground">What you typed before is back.</p>}
        <RadioCards
          {...field('source')}
          label="How did it come in?"
          defaultValue={order.kept?.source ?? manualOrderSources[0]}
          cards={sources.map((source) => ({ value: source, title: orderSourceTexts[source] }))}
        />
        <OrderFormLines
          {...field('product')}
          lines={order.lines}
          onChange={(chosen) => {
            onUnsavedChange(true)
            order.setLines(chosen)
          }}
        />
        <OrderFormFields
          field={(name) => ({ ...field(name), defaultValue: order.kept?.[name] })}
          region={order.region}
        />
        <TextArea
          {...field('note')}
          label="Internal note"
          optional
          rows={2}
          maxLength={2000}
          defaultValue={order.kept?.note}
        />
        <DiscountCodeField
          {...field('discount_code')}
          defaultValue={order.kept?.discount_code}
          error={order.discounts.refused ?? undefined}
          onApply={order.applyCode}
        />
        {total && (
          <Amounts>
            <Amount label="Subtotal">{formatGhs(total.subtotal)}</Amount>
            <Amount label="Delivery">{formatGhs(total.deliveryFee)}</Amount>
            {order.discounts.taken.map(({ label, amount }) => (
              <Amount key={label} label={label}>
                {formatGhs(-amount)}
              </Amount>
            ))}
            <Amount label={order.isCollected ? 'Total, paid in the shop' : 'Total, paid on delivery'} isTotal>
              {formatGhs(total.total)}
            </Amount>
          </Amounts>
        )}
      </form>
      {question}
    </Sheet>
  )
}

type DiscountCodeFieldProps = {
  id: string
  name: string
  defaultValue: string | undefined
  error: string | undefined
  onApply(typed: string): void
}

/** The shop is asked once the field is left, or at Enter, which does not order here. */
function DiscountCodeField({ onApply, ...field }: DiscountCodeFieldProps) {
  const { offersCodes } = useShopFacts()
  if (!offersCodes) return null
  return (
    <TextField
      {...field}
      label="Discount code"
      optional
      maxLength={40}
      autoCapitalize="characters"
      autoComplete="off"
      spellCheck={false}
      onBlur={({ target }) => onApply(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        onApply(event.currentTarget.value)
      }}
    />
  )
}
