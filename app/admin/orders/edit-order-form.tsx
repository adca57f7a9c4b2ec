import { type FormEvent, useId, useRef, useState } from 'react'
import { OrderEditOutcome } from '#app/components/order-edit-outcome.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isUndecided } from '#app/data/api.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary, textIn, useFormErrors } from '#app/ui/form-errors.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderEditResponse } from '#contract/orders.ts'
import { maximumQuantity } from '#rules/cart.ts'
import { longestCheckoutTexts } from '#rules/checkout-fields.ts'
import { formatCedis, toPesewas } from '#rules/money.ts'
import { KeptNotice } from '../form-card.tsx'
import { sheetShape, useSheetForm } from '../form-sheet.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import { isOrderLines, type ManualOrderLine } from './manual-order.ts'
import { OrderFormFields, OrderFormLines } from './manual-order-form.tsx'

const sheetId = 'edit-order'

type EditOrderFormProps = {
  order: OrderDetailResponse
  onSaved(): void
  /** Somebody else was quicker. */
  onReload(): void
  onClose(): void
}

/** What is in an order, whose it is and where it goes. The shop says what a change comes to before it is saved. */
export function EditOrderForm({ order, onSaved, onReload, onClose }: EditOrderFormProps) {
  const edit = useOrderEdit(order, onSaved)
  const { form, field, preview, typed } = edit
  const formId = useId()
  const { leave, question, hasUnsaved } = typed.unsaved
  useShortcuts({ 'Ctrl+S': () => form.ref.current?.requestSubmit() }, sheetId)
  const [region, setRegion] = useState(typed.start.state ?? '')
  return (
    <Sheet
      id={sheetId}
      open
      place="right-wide"
      title={`Edit order ${order.tracking_code}`}
      onClose={onClose}
      mayClose={() => {
        if (hasUnsaved()) leave(onClose)
        return !hasUnsaved()
      }}
      footer={
        <>
          <p className="mr-auto font-semibold tabular-nums">
            {preview && formatCedis(preview.after.order_total)}
          </p>
          <Button
            type="submit"
            form={formId}
            busy={edit.isBusy}
            busyLabel={preview ? 'Saving...' : 'Asking...'}
          >
            {preview ? 'Save changes' : 'Show what it comes to'}
          </Button>
        </>
      }
    >
      <form
        {...form}
        id={formId}
        className="group grid gap-5"
        onSubmit={edit.onSubmit((values) => void edit.send(values))}
        onChange={(event: FormEvent<HTMLFormElement>) => {
          form.onChange(event)
          typed.type(event.currentTarget)
          edit.forgetPreview()
          setRegion(String(new FormData(event.currentTarget).get('state') ?? ''))
        }}
      >
        {edit.failure && (
          <ErrorPanel
            title="The order is not changed"
            action={
              edit.isChangedByOther && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    typed.forget()
                    onReload()
                  }}
                >
                  Load it anew
                </Button>
              )
            }
          >
            {edit.failure}
          </ErrorPanel>
        )}
        <ErrorSummary {...edit.summary} />
        {typed.wasKept && <KeptNotice />}
        <OrderFormLines
          {...field('items')}
          lines={typed.chosen}
          onChange={(lines) => {
            typed.choose(lines)
            edit.forgetPreview()
          }}
        />
        <OrderFormFields
          field={(name) => ({ ...field(name), defaultValue: typed.start[name] })}
          region={region}
        />
        <TextArea
          {...field('customer_note')}
          label="Note of the customer"
          optional
          rows={2}
          maxLength={longestCheckoutTexts.customerNote}
          defaultValue={typed.start.customer_note}
        />
        <TextArea
          {...field('gift_note')}
          label="Gift message"
          optional
          rows={2}
          maxLength={longestCheckoutTexts.giftNote}
          defaultValue={typed.start.gift_note}
        />
        <div ref={edit.outcomeRef} tabIndex={-1}>
          {preview && <OrderEditOutcome outcome={preview} />}
        </div>
      </form>
      {question}
    </Sheet>
  )
}

const fields = [
  'customer_name',
  'customer_phone',
  'customer_email',
  'address',
  'city',
  'state',
  'zip',
  'delivery_option',
  'deliver_on',
  'deliver_slot',
  'customer_note',
  'gift_note',
] as const

type EditedField = (typeof fields)[number]

function valueIn(order: OrderDetailResponse, name: EditedField): string {
  return order[name] ?? ''
}

function orderDraftName(orderId: number): string {
  return `order ${orderId}`
}

/** It was being edited when the sign-in ran out: the form is then open again. */
export function useWasEditing(orderId: number): boolean {
  return useDraft(orderDraftName(orderId), sheetShape(isOrderLines)).kept !== null
}

/** Only what is another than before: what an old order never had, nobody has to fill in. */
function changesIn(
  order: OrderDetailResponse,
  values: FormData,
): Partial<Record<EditedField, string | null>> {
  const typed = fields.map((name) => [name, textIn(values, name)] as const)
  const changed = Object.fromEntries(typed.filter(([name, value]) => value !== valueIn(order, name)))
  if (!('deliver_on' in changed || 'deliver_slot' in changed)) return changed
  // Day and time belong together.
  const [day, slot] = ['deliver_on', 'deliver_slot'].map((name) => textIn(values, name) || null)
  return { ...changed, deliver_on: day, deliver_slot: day && slot }
}

/** What was chosen so far, what the shop says that it comes to, and how it is saved. */
function useOrderEdit(order: OrderDetailResponse, onSaved: () => void) {
  const { submit, isBusy, failure } = useSubmit()
  const typed = useSheetForm<readonly ManualOrderLine[]>({
    name: orderDraftName(order.id),
    saved: {
      fields: Object.fromEntries(fields.map((name) => [name, valueIn(order, name)])),
      chosen: linesOf(order),
      version: order.updated_at,
    },
    isChosen: isOrderLines,
  })
  const { chosen: lines } = typed
  const [preview, setPreview] = useState<OrderEditResponse | null>(null)
  const [isChangedByOther, setChangedByOther] = useState(false)
  const outcomeRef = useRef<HTMLDivElement>(null)
  const errors = useFormErrors(() =>
    lines.length === 0 ? { items: 'Please leave at least one product' } : {},
  )
  const onFailure = (problem: ApiProblem) => {
    // It may be saved, with an answer that was lost: the same, sent once more, is changed once.
    if (!isUndecided(problem)) setPreview(null)
    setChangedByOther(problem.code === 'order_changed')
  }
  const send = (values: FormData) =>
    submit({ refuse: errors.refuse, onFailure }, async () => {
      const items = lines.map(({ id, quantity }) => ({ product_id: id, quantity }))
      const changes = { items, ...changesIn(order, values), expected: typed.version }
      const agreed = preview ? { agreed_total: preview.after.order_total } : {}
      const url = `/api/orders/${order.id}/contents`
      const outcome = await api.put<OrderEditResponse>(url, { body: { ...changes, ...agreed } })
      if (outcome.saved) {
        typed.forget()
        onSaved()
        return { title: 'The order is changed' }
      }
      setPreview(outcome)
      requestAnimationFrame(() => outcomeRef.current?.focus())
      return undefined
    })
  return {
    ...errors,
    typed,
    preview,
    outcomeRef,
    failure,
    isBusy,
    isChangedByOther,
    send,
    forgetPreview: () => setPreview(null),
  }
}

function linesOf({ items }: OrderDetailResponse): ManualOrderLine[] {
  return items.map(({ product_id: id, product_name: name, price_per_item, quantity }) => {
    return { id, name, quantity, price: toPesewas(price_per_item), stock: maximumQuantity }
  })
}
