import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#app/ui/button.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import { formatDay, formatDeliveryDay } from '#rules/days.ts'
import { isCustomerAsked, missedReasons } from '#rules/missed-deliveries.ts'
import type { ShownOrder } from './order-lookup.ts'

const loadForm = async () => (await import('./new-day-form.tsx')).NewDayForm

type MissedDeliveryProps = {
  order: Pick<
    ShownOrder,
    'trackingCode' | 'status' | 'missed' | 'answerDay' | 'deliverOn' | 'deliverSlot' | 'deliveryWeekdays'
  >
  now: Date
}

/** The day of delivery or, after the rider came in vain, why, and where the customer chooses one. Few need the form: who does, fetches it. */
export function MissedDelivery({ order, now }: MissedDeliveryProps) {
  const { Component: Form, fetchComponent } = useLazyComponent(loadForm)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const { trackingCode, status, missed, answerDay, deliverOn } = order
  if (missed === null) {
    if (deliverOn === null || status === 'Delivered' || status === 'Cancelled') return null
    return <p className="font-semibold">We bring it on {formatDeliveryDay(deliverOn, order.deliverSlot)}.</p>
  }
  const close = () => {
    flushSync(() => setOpen(false))
    opener.current?.focus()
  }
  return (
    <section
      aria-labelledby="missed"
      className="grid justify-items-start gap-3 rounded-card border border-warning p-4"
    >
      <h3 id="missed" tabIndex={-1} className="rounded-control">
        We could not hand over your order
      </h3>
      <p>{nextStep(order)}</p>
      {isCustomerAsked(missed) &&
        (isOpen && Form ? (
          <Form code={trackingCode} weekdays={order.deliveryWeekdays} now={now} onClose={close} />
        ) : (
          <Button
            ref={opener}
            className="max-sm:w-full [@media(scripting:none)]:hidden print:hidden"
            onClick={async () => setOpen(await fetchComponent())}
          >
            {answerDay === null ? 'Choose a new day' : 'Choose another day'}
          </Button>
        ))}
    </section>
  )
}

function nextStep({ missed, answerDay }: Pick<ShownOrder, 'missed' | 'answerDay'>): string {
  const why = missed && missedReasons[missed]
  if (!why) return 'Our rider came back with it. We will be in touch with you.'
  if (answerDay === null) return `${why} Please tell us when we may come again.`
  return `You asked for ${formatDay(answerDay)}. We plan the round, and you see the day here.`
}
