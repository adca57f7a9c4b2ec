import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { OrderEditOutcome } from '#app/components/order-edit-outcome.tsx'
import { trackingPath } from '#app/components/page-addresses.ts'
import { orderLimit } from '#app/components/remaining-quantity.ts'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isUndecided } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import { XIcon } from '#app/ui/icons.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { DeliveryDaysResponse } from '#contract/checkout.ts'
import type { OrderEditResponse } from '#contract/orders.ts'
import { longestCheckoutTexts as longest } from '#rules/checkout-fields.ts'
import { formatDeliveryDay } from '#rules/days.ts'
import { deliveryOptionTexts, offeredDelivery, regions } from '#rules/delivery-fee.ts'
import { formatCedis } from '#rules/money.ts'
import { unpaidOrderStore } from '../pay/unpaid-order.ts'
import { OrderPhoneField } from './order-phone-forms.tsx'

type EditOrderFormProps = { code: string; onClose(): void }

const url = '/api/orders/edit'

/** The code alone may be seen by many: the phone number proves whose order it is, and opens what is in it. */
export function EditOrderForm({ code, onClose }: EditOrderFormProps) {
  const [opened, setOpened] = useState<{ order: OrderEditResponse; phone: string } | null>(null)
  const { form, field, refuse, onSubmit } = useFormErrors(() => ({}))
  const { submit, isBusy, failure } = useSubmit()
  const open = (phone: string) =>
    submit({ refuse, onFailure: () => setOpened(null) }, async () => {
      const order = await api.post<OrderEditResponse>(url, { body: { code, phone } })
      setOpened({ order, phone })
      return undefined
    })
  if (opened) {
    const { updated_at: version } = opened.order
    const reload = () => void open(opened.phone)
    return <OpenedOrder key={version} {...opened} code={code} onReload={reload} onClose={onClose} />
  }
  return (
    <form
      {...form}
      aria-label="Change this order"
      onSubmit={onSubmit((values) => void open(textIn(values, 'phone')))}
      className="grid max-w-form gap-4 rounded-card border border-border p-4"
    >
      <OrderPhoneField {...field('phone')} autoFocus />
      {failure && <ErrorPanel title="Your order cannot be changed here">{failure}</ErrorPanel>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} busyLabel="Looking...">
          Continue
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </form>
  )
}

type Line = OrderEditResponse['after']['items'][number]

type OpenedOrderProps = EditOrderFormProps & {
  order: OrderEditResponse
  phone: string
  /** The shop was quicker. */
  onReload(): void
}

/** Less or more of what was ordered, and who gets it where. What it comes to is shown before it is saved. */
function OpenedOrder({ order, phone, code, onReload, onClose }: OpenedOrderProps) {
  const [lines, setLines] = useState<readonly Line[]>(order.after.items)
  const [preview, setPreview] = useState<OrderEditResponse | null>(null)
  const [isChangedByOther, setChangedByOther] = useState(false)
  const [days, setDays] = useState<Days | null>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { form, field, refuse, onSubmit } = useFormErrors(() => ({}))
  const { submit, isBusy, failure } = useSubmit()
  const navigate = useNavigate()
  const change = (chosen: readonly Line[]) => {
    setLines(chosen)
    setPreview(null)
  }
  const onFailure = (problem: ApiProblem) => {
    // It may be saved, with an answer that was lost: the same, sent once more, is changed once.
    if (!isUndecided(problem)) setPreview(null)
    setChangedByOther(problem.code === 'order_changed')
    if (problem.code === 'delivery_day_gone') setDays((problem.details.days as Days) ?? [])
  }
  const send = (values: FormData) =>
    submit({ refuse, onFailure }, async () => {
      const items = lines.map(({ product_id, quantity }) => ({ product_id, quantity }))
      const agreed = preview ? { agreed_total: preview.after.order_total } : {}
      const changes = { ...changesIn(order, values), ...dayIn(values) }
      const body = { code, phone, items, expected: order.updated_at, ...changes, ...agreed }
      const answer = await api.post<OrderEditResponse>(url, { body })
      if (!answer.saved) {
        setPreview(answer)
        requestAnimationFrame(() => outcome.current?.focus())
        return undefined
      }
      payFromNowOn(code, answer.after.order_total)
      onClose()
      await navigate(trackingPath(code), { replace: true, preventScrollReset: true })
      document.getElementById('order-number')?.focus()
      return { title: 'Your order is changed' }
    })
  const { pickup } = useShopFacts()
  const offered = offeredDelivery(pickup !== undefined || order.delivery_option === 'pickup')
  const text = (name: EditedField) => ({ ...field(name), defaultValue: order[name] })
  return (
    <form
      {...form}
      aria-label="Change this order"
      onChange={(event) => {
        form.onChange(event)
        setPreview(null)
      }}
      onSubmit={onSubmit((values) => void send(values))}
      className="group grid max-w-form gap-4 rounded-card border-border sm:border sm:p-4"
    >
      <h3 ref={heading} tabIndex={-1} className="rounded-control">
        Change this order
      </h3>
      <EditedLines lines={lines} onChange={change} />
      <TextField {...text('customer_name')} label="Full name" autoComplete="name" />
      <TextField {...text('customer_phone')} label="Phone" type="tel" autoComplete="tel" maxLength={30} />
      <RadioCards
        {...text('delivery_option')}
        label="Delivery Options"
        cards={offered.map((value) => ({ value, title: deliveryOptionTexts[value].label }))}
      />
      <div className="grid gap-4 group-has-[[value=pickup]:checked]:hidden">
        <TextField {...text('address')} label="Street, house or landmark" maxLength={longest.address} />
        <TextField {...text('city')} label="City" maxLength={longest.city} />
        <SelectField
          {...text('state')}
          label="State / Region"
          options={[...new Set([order.state, ...regions])].map((name) => ({ value: name, label: name }))}
        />
      </div>
      {/* Where it goes now, deliveries come on other days. */}
      {days !== null && days.length > 0 && (
        <SelectField
          {...field('deliver_on')}
          label="Delivery day"
          placeholder="Choose a day"
          options={days.map(({ deliver_on, deliver_slot, is_free }) => ({
            value: [deliver_on, deliver_slot].filter(Boolean).join(' '),
            label: formatDeliveryDay(deliver_on, deliver_slot) + (is_free ? '' : ' (full)'),
            disabled: !is_free,
          }))}
        />
      )}
      <TextArea
        {...text('customer_note')}
        label="Note to the shop"
        optional
        rows={2}
        maxLength={longest.customerNote}
      />
      <TextArea {...text('gift_note')} label="Gift message" optional rows={2} maxLength={longest.giftNote} />
      <div ref={outcome} tabIndex={-1}>
        {preview && <OrderEditOutcome outcome={preview} isCustomer />}
      </div>
      {failure && (
        <ErrorPanel
          title="Your order is not changed"
          action={
            isChangedByOther && (
              <Button variant="secondary" onClick={onReload}>
                Load it anew
              </Button>
            )
          }
        >
          {failure}
        </ErrorPanel>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={isBusy} busyLabel={preview ? 'Saving...' : 'Asking...'}>
          {preview ? 'Save changes' : 'Show what it comes to'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Leave it as it is
        </Button>
      </div>
    </form>
  )
}

type EditedLinesProps = { lines: readonly Line[]; onChange(lines: readonly Line[]): void }

/** The last one stays: without any, the order would be cancelled. */
function EditedLines({ lines, onChange }: EditedLinesProps) {
  const list = useRef<HTMLUListElement>(null)
  return (
    <ul ref={list} tabIndex={-1} className="divide-y divide-border rounded-control">
      {lines.map((line) => (
        <li key={line.product_id} className="flex flex-wrap items-center gap-3 py-3">
          <span className="min-w-40 flex-1 wrap-anywhere">
            {line.product_name}
            <span className="block text-sm text-muted-foreground tabular-nums">
              {formatCedis(line.price_per_item)}
            </span>
          </span>
          <QuantityStepper
            {...orderLimit(undefined)}
            itemName={line.product_name}
            value={line.quantity}
            onChange={(quantity) =>
              onChange(lines.map((each) => (each === line ? { ...each, quantity } : each)))
            }
          />
          {lines.length > 1 && (
            <IconButton
              label={`Take ${line.product_name} off the order`}
              onClick={() => {
                onChange(lines.filter((each) => each !== line))
                // The pressed button is gone.
                list.current?.focus()
              }}
            >
              <XIcon size={20} />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  )
}

const fields = [
  'customer_name',
  'customer_phone',
  'delivery_option',
  'address',
  'city',
  'state',
  'customer_note',
  'gift_note',
] as const

type EditedField = (typeof fields)[number]

/** Only what is another than before. */
function changesIn(order: OrderEditResponse, values: FormData): Partial<Record<EditedField, string>> {
  const typed = fields.map((name) => [name, textIn(values, name)] as const)
  return Object.fromEntries(typed.filter(([name, value]) => value !== order[name]))
}

type Days = NonNullable<DeliveryDaysResponse['days']>

function dayIn(values: FormData): { deliver_on?: string; deliver_slot?: string | null } {
  const [day, slot = null] = textIn(values, 'deliver_on').split(' ')
  return day ? { deliver_on: day, deliver_slot: slot } : {}
}

/** This tab may still have to pay for it: at the checkout, what it costs by now. */
function payFromNowOn(code: string, amount: number): void {
  const unpaid = unpaidOrderStore.read()
  if (unpaid?.code === code) unpaidOrderStore.write({ ...unpaid, amount })
}
