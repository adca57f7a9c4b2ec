import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import type { ChangeStatusResponse } from '#contract/orders.ts'
import { type CashMistakes, checkCash, type DoorWay } from '#rules/cash-book.ts'
import { isDeliveryPin, pinMistake } from '#rules/delivery-pin.ts'
import { formatGhs, fromCedis, type Pesewas, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import { moneyWayLabels } from '#rules/order-ledger.ts'
import { orderPaymentLabels } from '#rules/payment-states.ts'
import { AmountField } from '../amount-field.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { PickupProofs } from './order-delivery.tsx'
import { ReferenceField } from './order-ledger.tsx'
import { type StatusChanges, statusFailure } from './status-changes.tsx'

type OrderPickupProps = {
  order: OrderDetailResponse
  changes: StatusChanges
  /** Of an order that was just taken at the counter: its customer stands there. */
  knownPin: string | undefined
  onHandedOver(): void
}

/** The customer collects it: when it is ready somebody tells them, and hands it over for their PIN and the money. */
export function OrderPickup({ order, changes, knownPin, onHandedOver }: OrderPickupProps) {
  const { pickup } = useShopFacts()
  const [isHandingOver, setHandingOver] = useState(knownPin !== undefined)
  const { order_status: status } = order
  if (status === 'Delivered') return <PickupProofs orderId={order.id} />
  if (status === 'Cancelled') return <p className="text-muted-foreground">The order is cancelled.</p>
  const button = { size: 'sm', className: 'min-h-11' } as const
  return (
    <div className="grid gap-3">
      <p>
        {status === 'Shipped'
          ? 'It waits for the customer, who was told where and when.'
          : 'Once it is packed, the customer is told where and when to collect it.'}
        {pickup && (
          <span className="block text-sm text-muted-foreground">
            {pickup.address}, {pickup.hours}
          </span>
        )}
      </p>
      <div className="flex flex-wrap gap-2">
        {status !== 'Shipped' && (
          <Button
            {...button}
            busy={changes.isBusy(order.id)}
            onClick={() => void changes.change(order, 'Shipped')}
          >
            Ready to collect
          </Button>
        )}
        <Button
          {...button}
          variant={status === 'Shipped' ? 'primary' : 'secondary'}
          onClick={() => setHandingOver(true)}
        >
          Hand over
        </Button>
      </div>
      {isHandingOver && (
        <HandOverDialog
          order={order}
          knownPin={knownPin}
          onClose={() => setHandingOver(false)}
          onHandedOver={() => {
            setHandingOver(false)
            onHandedOver()
          }}
        />
      )}
    </div>
  )
}

type HandOverDialogProps = Pick<OrderPickupProps, 'order' | 'knownPin' | 'onHandedOver'> & { onClose(): void }

type Mistakes = CashMistakes & { pin?: string }

function HandOverDialog({ order, knownPin, onClose, onHandedOver }: HandOverDialogProps) {
  const isUnpaidOnline = unpaidOnline.includes(order.payment_state)
  const due = toPesewas(isUnpaidOnline ? order.order_total : order.amount_to_collect)
  const [pin, setPin] = useState(knownPin ?? '')
  const money = useCounterMoney(due)
  const [mistakes, setMistakes] = useState<Mistakes>({})
  // One key for one hand-over: a press that the network repeats counts once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy } = useSubmit()
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wrong = { ...(due > 0 ? money.check() : {}), ...(isDeliveryPin(pin) ? {} : { pin: pinMistake }) }
    setMistakes(wrong)
    if (Object.keys(wrong).length > 0) return
    const onFailure = (problem: ApiProblem) => {
      // What was refused is tried again as something new.
      if (problem.status >= 400 && problem.status < 500) setKey(crypto.randomUUID())
      if (problem.code !== 'wrong_pin') return statusFailure(problem).description
      setMistakes({ pin: problem.message })
      return true
    }
    void submit({ failed: 'The order was not handed over', refuse: setMistakes, onFailure }, async () => {
      const body = {
        status: 'Delivered',
        expected_status: order.order_status,
        proof_code: pin,
        ...(due > 0 && { cash: money.taken() }),
        ...(isUnpaidOnline && { pay_on_delivery: true }),
      }
      await api.put<ChangeStatusResponse>(`/api/orders/${order.id}`, { body, idempotencyKey: key })
      onHandedOver()
      return { title: `Order ${order.tracking_code} is handed over` }
    })
  }
  return (
    <FormDialog title="Hand over" confirm="Hand over" isBusy={isBusy} onSubmit={send} onClose={onClose}>
      <TextField
        label="Customer’s PIN"
        help={
          knownPin
            ? 'Filled in: the order was just taken here.'
            : 'Four digits, from the message that it is ready, or from the tracking page.'
        }
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        error={mistakes.pin}
        value={pin}
        onChange={({ currentTarget }) => setPin(currentTarget.value)}
      />
      {due > 0 ? (
        <CounterMoney due={due} money={money} mistakes={mistakes} />
      ) : (
        <p className="font-semibold">Paid. Nothing to collect.</p>
      )}
    </FormDialog>
  )
}

/** Nobody has paid what was to be paid online: it is paid here, or not at all. */
const unpaidOnline: readonly string[] = [
  orderPaymentLabels.awaiting,
  orderPaymentLabels.not_confirmed,
  orderPaymentLabels.failed,
]

type PaidBy = DoorWay | 'nothing'

function useCounterMoney(due: Pesewas) {
  const [paidBy, choose] = useState<PaidBy>('cash')
  const [amount, setAmount] = useState(plainCedis(due))
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const collected = paidBy === 'nothing' ? 0 : fromCedis(amount.trim())
  const sent =
    paidBy === 'mobile_money'
      ? { way: paidBy, reference: reference.trim() }
      : { way: 'cash' as const, reference: '' }
  return {
    ...{ paidBy, amount, reference, reason, setAmount, setReference, setReason },
    choose: (value: string) => choose(ways.find((way) => way.value === value)?.value ?? 'cash'),
    isOther: collected !== due,
    check: () => checkCash(due, collected, reason, sent),
    taken: () => ({ collected: toCedis(collected ?? 0), reason: reason.trim(), ...sent }),
  }
}

const ways: readonly { value: PaidBy; title: string }[] = [
  { value: 'cash', title: moneyWayLabels.cash },
  { value: 'mobile_money', title: moneyWayLabels.mobile_money },
  { value: 'nothing', title: 'Paid nothing' },
]

type CounterMoneyProps = {
  due: Pesewas
  money: ReturnType<typeof useCounterMoney>
  mistakes: Mistakes
}

function CounterMoney({ due, money, mistakes }: CounterMoneyProps) {
  return (
    <>
      <RadioCards
        name="paid-by"
        label={`To collect: ${formatGhs(due)}`}
        value={money.paidBy}
        cards={ways}
        onChange={money.choose}
      />
      {money.paidBy !== 'nothing' && (
        <AmountField
          label="Amount"
          error={mistakes.collected}
          value={money.amount}
          onType={money.setAmount}
        />
      )}
      {money.paidBy === 'mobile_money' && (
        <ReferenceField error={mistakes.reference} text={money.reference} type={money.setReference} />
      )}
      {money.isOther && (
        <TextField
          label="Why is it not the amount due?"
          autoComplete="off"
          maxLength={300}
          error={mistakes.reason}
          value={money.reason}
          onChange={({ currentTarget }) => money.setReason(currentTarget.value)}
        />
      )}
    </>
  )
}
