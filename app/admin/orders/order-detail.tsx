import type { ReactNode } from 'react'
import { Amount, Amounts, OrderLines } from '#app/components/order-lines.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { NoteResponse, OrderDetailResponse } from '#contract/admin-orders.ts'
import type { OrderReturnResponse } from '#contract/returns.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { formatCedis, toPesewas } from '#rules/money.ts'
import { mayStaffEdit } from '#rules/order-edit.ts'
import { orderSourceTexts } from '#rules/order-status.ts'
import { orderPaymentLabels, paymentMethodTexts } from '#rules/payment-states.ts'
import { partsInWords } from '#rules/sets.ts'
import { unusualReasonTexts } from '#rules/unusual-order.ts'
import { noteConflict } from '../conflict.tsx'
import { May } from '../office-rights.tsx'
import { useShortcuts } from '../shortcuts.tsx'
import { type Unsaved, useUnsavedPart } from '../unsaved.tsx'
import { isToDecide, ToDecide } from './order-attempts.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { DriverSelect, type Drivers, driverChoices, OrderDelivery } from './order-delivery.tsx'
import { OrderHistory, OrderMessages } from './order-history-and-messages.tsx'
import { OrderLedger } from './order-ledger.tsx'
import { CashLine, MoneyBadge, OrderPayments, OrderReceipts } from './order-payments-and-receipts.tsx'
import { OrderPickup } from './order-pickup.tsx'
import { OrderReturns } from './order-returns.tsx'
import { failedToUpdate, type StatusChanges, StatusSelect } from './status-changes.tsx'

type OrderDetailProps = {
  order: OrderDetailResponse
  changes: StatusChanges
  drivers: Drivers
  sheetId: string
  /** Of an order that was just taken at the counter. */
  knownPin: string | undefined
  onChanged(): void
  /** The customer was told something by hand. */
  onTold(): void
  /** The order stands, was cancelled or was handed over. */
  onDecided(): void
  onUnsaved: Unsaved['onUnsavedChange']
  /** Opens the form of what is in it. */
  onEdit(): void
  onPrintReturn(back: OrderReturnResponse): void
}

export function OrderDetail(props: OrderDetailProps) {
  const { order, changes, drivers, sheetId, knownPin, onChanged, onTold, onDecided, onUnsaved, onEdit } =
    props
  const hasReturns = order.order_status === 'Delivered' || order.return_state !== null
  return (
    <div className="grid gap-6">
      <p className="text-sm text-muted-foreground">
        Number {order.id} · {orderSourceTexts[order.source]} · {formatDateAndTime(new Date(order.created_at))}
      </p>
      {order.to_confirm.length > 0 && <ToConfirm order={order} onDecided={onDecided} />}
      {isToDecide(order) && (
        <ToDecide
          key={order.attempts}
          order={order}
          changes={changes}
          drivers={driverChoices(order, drivers)}
          onDecided={onDecided}
        />
      )}
      <Section title="Status">
        <StatusSelect
          code={order.tracking_code}
          status={order.order_status}
          option={order.delivery_option}
          busy={changes.isBusy(order.id)}
          onChange={(to) => void changes.change(order, to)}
        />
      </Section>
      {mayStaffEdit(order.order_status) && (
        <Button variant="secondary" size="sm" className="min-h-11 justify-self-start" onClick={onEdit}>
          Edit order
        </Button>
      )}
      <Section title="Customer">
        <OrderCustomer order={order} />
      </Section>
      {order.delivery_option === 'pickup' ? (
        <Section title={deliveryOptionTexts.pickup.label}>
          <OrderPickup order={order} changes={changes} knownPin={knownPin} onHandedOver={onDecided} />
        </Section>
      ) : (
        <Section title="Driver">
          <DriverSelect order={order} drivers={drivers} onChanged={onChanged} />
          {order.delivery_option === 'delivery_service' && (
            <OrderDelivery key={`${order.id} ${isToDecide(order)}`} order={order} onUnsaved={onUnsaved} />
          )}
        </Section>
      )}
      <Section title="Items">
        <OrderLines
          lines={order.items.map((item) => ({
            id: item.product_id,
            name: <LineName {...item} />,
            quantity: item.quantity,
            amount: toPesewas(item.total_price),
            picture: item.image ?? undefined,
          }))}
        />
        <Amounts className="mt-3">
          <Amount label="Subtotal">{formatCedis(order.subtotal)}</Amount>
          <Amount label={deliveryOptionTexts[order.delivery_option].label}>
            {formatCedis(order.delivery_fee)}
          </Amount>
          {order.discounts.map(({ name, code, amount }) => (
            <Amount key={name} label={code ? `${name} (${code})` : name}>
              {formatCedis(-amount)}
            </Amount>
          ))}
          <Amount label="Total" isTotal>
            {formatCedis(order.order_total)}
          </Amount>
          {order.refunded > 0 && <Amount label="Paid back">{formatCedis(order.refunded)}</Amount>}
        </Amounts>
      </Section>
      <CustomersNotes {...order} />
      <Section title="Payment">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {paymentMethodTexts[order.payment_method].inMessage}
          <MoneyBadge {...order} />
        </p>
        <div className="mt-1">
          <CashLine {...order} />
        </div>
        <May right="money">
          <div className="mt-3 grid gap-3">
            <OrderLedger order={order} onChanged={onChanged} />
            {order.payment_state !== orderPaymentLabels.on_delivery && (
              <OrderPayments order={order} onChanged={onChanged} />
            )}
          </div>
        </May>
      </Section>
      <Section title="Receipts">
        <OrderReceipts order={order} />
      </Section>
      {hasReturns && (
        <Section title="Returns">
          <OrderReturns order={order} onChanged={onDecided} onPrint={props.onPrintReturn} />
        </Section>
      )}
      <Section title="Internal note">
        <NoteForm order={order} sheetId={sheetId} onSaved={onChanged} onUnsaved={onUnsaved} />
      </Section>
      <Section title="Messages">
        <OrderMessages order={order} onChanged={onTold} />
      </Section>
      <Section title="History">
        <OrderHistory order={order} />
      </Section>
    </div>
  )
}

function LineName({ product_name, parts }: OrderDetailResponse['items'][number]) {
  if (!parts) return product_name
  return (
    <>
      {product_name}
      <span className="block text-sm font-normal text-muted-foreground">{partsInWords(parts)}</span>
    </>
  )
}

function CustomersNotes({
  customer_note,
  gift_note,
}: Pick<OrderDetailResponse, 'customer_note' | 'gift_note'>) {
  if (!customer_note && !gift_note) return null
  return (
    <Section title="From the customer">
      {customer_note && <p className="whitespace-pre-line wrap-anywhere">{customer_note}</p>}
      {gift_note && <p className="mt-2 whitespace-pre-line wrap-anywhere">Gift message: {gift_note}</p>}
    </Section>
  )
}

type ToConfirmProps = Pick<OrderDetailProps, 'order' | 'onDecided'>

/** Somebody should ring first: one press lets the order stand, another gives its products back. */
function ToConfirm({ order, onDecided }: ToConfirmProps) {
  const { submit, isBusy } = useSubmit()
  const decide = (confirmed: boolean) =>
    submit({ failed: failedToUpdate }, async () => {
      await api.put(`/api/orders/${order.id}/confirmation`, { body: { confirmed } })
      onDecided()
      return {
        title: confirmed
          ? 'The order is confirmed'
          : 'The order is cancelled, its products are back on the shelf',
      }
    })
  const button = { size: 'sm', className: 'min-h-11', busy: isBusy } as const
  return (
    <section
      aria-labelledby="to-confirm"
      className="grid gap-3 rounded-card border border-warning bg-warning-soft p-4 text-warning"
    >
      <h3 id="to-confirm" className="font-sans text-base font-semibold">
        To confirm
      </h3>
      <ul className="list-disc pl-5">
        {order.to_confirm.map((reason) => (
          <li key={reason}>{unusualReasonTexts[reason]}</li>
        ))}
      </ul>
      <p>It holds its products. Please ring the customer before it is packed.</p>
      <div className="flex flex-wrap gap-2">
        <Button {...button} onClick={() => void decide(true)}>
          Confirm the order
        </Button>
        <Button {...button} variant="secondary" onClick={() => void decide(false)}>
          Cancel, give products back
        </Button>
      </div>
    </section>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-sans text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

type NoteFormProps = {
  order: OrderDetailResponse
  sheetId: string
  onSaved(): void
  onUnsaved: Unsaved['onUnsavedChange']
}

/** Nobody outside the staff ever sees it. */
function NoteForm({ order, sheetId, onSaved, onUnsaved }: NoteFormProps) {
  const { submit, isBusy, failure } = useSubmit()
  const { text: note, seen, isChanged, type, see, startFrom } = useTypedText(`note-${order.id}`, order.note)
  useUnsavedPart('note', isChanged, onUnsaved)

  const save = async () => {
    if (!isChanged) return
    await submit({ onFailure: (problem) => noteConflict(problem, see) }, async () => {
      const body = { note, expected: seen }
      const saved = await api.put<NoteResponse>(`/api/orders/${order.id}/note`, { body })
      startFrom(saved.note)
      onSaved()
      return { title: 'The note is saved' }
    })
  }
  useShortcuts({ 'Ctrl+S': () => void save() }, sheetId)

  return (
    <form
      className="grid justify-items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextArea
        label="Internal note"
        hideLabel
        rows={3}
        maxLength={2000}
        value={note}
        error={failure ?? undefined}
        help="Only the staff sees it."
        className="w-full"
        onChange={({ target }) => type(target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="min-h-11"
        busy={isBusy}
        disabled={!isChanged}
      >
        Save note
      </Button>
    </form>
  )
}
