import { useShopFacts } from '#app/data/shop-facts.ts'
import { IconButton } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { deliveryOptionTexts, offeredDelivery, regions } from '#rules/delivery-fee.ts'
import { formatCedis, formatGhs, toPesewas } from '#rules/money.ts'
import { suggestTowns } from '#rules/towns.ts'
import { ProductCombobox } from '../product-combobox.tsx'
import type { ManualOrderLine as FormLine } from './manual-order.ts'

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
      {lines.length > 0 && (
        <ul className="divide-y divide-border rounded-card border border-border px-4">
          {lines.map((line) => (
            <li key={line.id} className="flex flex-wrap items-center gap-3 py-2">
              <span className="min-w-40 flex-1 wrap-anywhere">
                {line.name}
                <span className="block text-sm text-muted-foreground tabular-nums">
                  {formatGhs(line.price)}
                </span>
              </span>
              <QuantityStepper
                itemName={line.name}
                value={line.quantity}
                max={line.stock}
                onChange={(quantity) =>
                  onChange(lines.map((each) => (each.id === line.id ? { ...each, quantity } : each)))
                }
              />
              <IconButton
                label={`Take ${line.name} off the order`}
                onClick={() => {
                  onChange(lines.filter(({ id: other }) => other !== line.id))
                  // The pressed button is gone: who works with keys goes on at the top of the list.
                  document.getElementById(id)?.focus()
                }}
              >
                <XIcon size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function suggestionText({ name, price, stock_quantity }: ProductResponse): string {
  const stock = stock_quantity > 0 ? `${stock_quantity} in stock` : 'Out of Stock'
  return `${name} · ${formatCedis(price)} · ${stock}`
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
