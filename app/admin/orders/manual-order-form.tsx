import { type FormEvent, useEffect } from 'react'
import { Amount, Amounts } from '#app/components/order-lines.tsx'
import { orderLimit } from '#app/components/remaining-quantity.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/form-errors.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { PlacedOrderResponse } from '#contract/checkout.ts'
import { deliveryOptionTexts, offeredDelivery, regions } from '#rules/delivery-fee.ts'
import { formatGhs, toPesewas } from '#rules/money.ts'
import { manualOrderSources, orderSourceTexts } from '#rules/order-status.ts'
import { suggestTowns } from '#rules/towns.ts'
import { KeptNotice } from '../form-card.tsx'
import { ChosenProducts, ProductCombobox, suggestedPrice } from '../product-combobox.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import { useUnsaved } from '../unsaved.tsx'
import { type ManualOrderLine as FormLine, useManualOrder } from './manual-order.ts'

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
        {wasKept && <KeptNotice />}
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

type OrderFormLinesProps = {
  id: string
  name: string
  error: string | undefined
  lines: readonly FormLine[]
  onChange(lines: readonly FormLine[]): void
}

/** Products are found by name and put on the order one by one. */
export function OrderFormLines({ id, name, error, lines, onChange }: OrderFormLinesProps) {
  const add = (product: ProductResponse) => {
    if (product.stock_quantity <= 0) return false
    const { id: productId, name: productName, stock_quantity: stock } = product
    const line = {
      id: productId,
      name: productName,
      stock,
      price: toPesewas(product.price),
      quantity: 1,
    }
    onChange([...lines, line])
    return true
  }
  return (
    <div className="grid gap-2">
      <ProductCombobox
        id={id}
        name={name}
        error={error}
        among="shown"
        chosen={lines}
        textOf={suggestionText}
        onChoose={add}
      />
      <ChosenProducts
        fieldId={id}
        products={lines}
        detail={({ price }) => formatGhs(price)}
        control={(line, change) => (
          <QuantityStepper
            {...orderLimit(line.stock)}
            itemName={line.name}
            value={line.quantity}
            onChange={(quantity) => change({ quantity })}
          />
        )}
        removeLabel={(each) => `Take ${each} off the order`}
        onChange={onChange}
      />
    </div>
  )
}

function suggestionText({ name, price, stock_quantity }: ProductResponse): string {
  const stock = stock_quantity > 0 ? `${stock_quantity} in stock` : 'Out of Stock'
  return `${name} · ${suggestedPrice(price)} · ${stock}`
}

type FieldOf = (name: string) => {
  id: string
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

/** Who ordered and where it goes. Nothing is filled in by the browser: it knows the staff, not the customer. */
export function OrderFormFields({ field, region }: { field: FieldOf; region: string }) {
  const { pickup, deliveryDays } = useShopFacts()
  const hasDay = deliveryDays || field('deliver_on').defaultValue
  const chosen = field('delivery_option').defaultValue
  const offered = offeredDelivery(pickup !== undefined || chosen === 'pickup')
  return (
    <>
      <TextField {...field('customer_name')} label="Full name" autoComplete="off" required />
      <TextField {...field('customer_phone')} label="Phone" type="tel" autoComplete="off" required />
      <TextField {...field('customer_email')} label="Email" optional type="email" autoComplete="off" />
      <RadioCards
        {...field('delivery_option')}
        label="Delivery Options"
        defaultValue={chosen ?? offered[0]}
        cards={offered.map((option) => ({ value: option, title: deliveryOptionTexts[option].label }))}
      />
      <div className="grid gap-5 group-has-[[value=pickup]:checked]:hidden">
        <SelectField
          {...field('state')}
          label="State / Region"
          placeholder="Choose the region"
          options={withKept(field('state').defaultValue).map((name) => ({ value: name, label: name }))}
          required
        />
        <Combobox
          {...field('city')}
          label="City"
          suggestions={suggestTowns(region).map((text) => ({ text }))}
          required
        />
        <TextField {...field('address')} label="Street, house or landmark" autoComplete="off" />
        <TextField {...field('zip')} label="Zip / GhanaPost GPS" optional autoComplete="off" />
        {hasDay && (
          <div className="grid grid-cols-2 gap-3">
            <TextField {...field('deliver_on')} label="Delivery day" optional type="date" />
            <TextField
              {...field('deliver_slot')}
              label="Time"
              optional
              placeholder="09-12"
              maxLength={5}
              autoComplete="off"
            />
          </div>
        )}
      </div>
    </>
  )
}

/** An order may have come with a region in other words: it stays until somebody chooses another. */
function withKept(region: string | undefined): string[] {
  return [...new Set([...(region ? [region] : []), ...regions])]
}
