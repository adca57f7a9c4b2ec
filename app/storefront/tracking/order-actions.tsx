import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'
import { trackingPath } from '#app/components/page-addresses.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CopyIcon, PhoneIcon, RefreshIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import { formatDay, formatDeliveryDay } from '#rules/days.ts'
import { isCustomerAsked, missedReasons } from '#rules/missed-deliveries.ts'
import { chatLink, diallablePhone } from '#rules/phone-number.ts'
import { usePlacedHere } from '../pay/placed-order.ts'
import type { ShownOrder } from './order-lookup.tsx'

/** The ways to reach the shop about this order. */
export function OrderActions({ order }: { order: ShownOrder }) {
  const { contact } = useShopFacts()
  return (
    <div className="flex flex-wrap gap-2 max-sm:grid max-sm:grid-cols-2 print:hidden">
      <Chat order={order} />
      <CopyCode code={order.trackingCode} />
      {contact.phone !== '' && (
        <ButtonLink variant="secondary" to={`tel:${diallablePhone(contact.phone)}`}>
          <PhoneIcon size={20} />
          Call
        </ButtonLink>
      )}
      <ButtonLink variant="secondary" to={trackingPath(order.trackingCode)} replace preventScrollReset>
        <RefreshIcon size={20} />
        Refresh
      </ButtonLink>
    </div>
  )
}

const loadCancelForm = async () => (await import('./order-phone-forms.tsx')).CancelOrderForm
const loadEditForm = async () => (await import('./edit-order-form.tsx')).EditOrderForm

/** Few need it: who does, fetches the form. */
export function OwnChanges({ code }: { code: string }) {
  const forms = { edit: useLazyComponent(loadEditForm), cancel: useLazyComponent(loadCancelForm) }
  const [open, setOpen] = useState<keyof typeof forms | null>(null)
  const openers = { edit: useRef<HTMLButtonElement>(null), cancel: useRef<HTMLButtonElement>(null) }
  const Form = open && forms[open].Component
  const close = () => {
    flushSync(() => setOpen(null))
    if (open) openers[open].current?.focus()
  }
  if (Form) return <Form code={code} onClose={close} />
  const opener = (form: keyof typeof forms) => ({
    ref: openers[form],
    variant: 'secondary' as const,
    className: 'max-sm:w-full',
    onClick: async () => setOpen((await forms[form].fetchComponent()) ? form : null),
  })
  return (
    <div className="flex flex-wrap items-center gap-3 [@media(scripting:none)]:hidden print:hidden">
      <p className="text-sm text-muted-foreground">
        Changed your mind? It is possible for one hour, until we begin to pack it.
      </p>
      <Button {...opener('edit')}>Change this order</Button>
      <Button {...opener('cancel')}>Cancel this order</Button>
    </div>
  )
}

const loadOffers = async () => (await import('./order-phone-forms.tsx')).OffersForm

/** Nobody gets offers who has not asked for them. */
export function Offers({ code }: { code: string }) {
  const { Component: Form, fetchComponent } = useLazyComponent(loadOffers)
  if (Form) return <Form code={code} />
  return (
    <Button
      variant="ghost"
      onClick={() => void fetchComponent()}
      className="justify-self-start [@media(scripting:none)]:hidden print:hidden"
    >
      Get offers
    </Button>
  )
}

const loadReceipt = async () => (await import('./receipt-panel.tsx')).ReceiptPanel

/** Few need it: who does, fetches it. A link to the receipt opens it at once. */
export function Receipt({ code }: { code: string }) {
  const { Component: Panel, fetchComponent } = useLazyComponent(loadReceipt)
  const { hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a link opens it, and only once.
  useEffect(() => {
    if (hash === '#receipt') void fetchComponent()
  }, [hash])
  return (
    <div id="receipt" className="[@media(scripting:none)]:hidden">
      {Panel ? (
        <Panel code={code} />
      ) : (
        <Button variant="secondary" onClick={() => void fetchComponent()} className="max-sm:w-full">
          Receipt
        </Button>
      )}
    </div>
  )
}

/** Some people never press send. The phone that ordered still knows the whole message; any other says number and code. */
function Chat({ order: { id, trackingCode, status, paymentState, history } }: { order: ShownOrder }) {
  const { chatNumber, shopName } = useShopFacts()
  const placed = usePlacedHere(trackingCode)
  const question = `Hello ${shopName}, this is about my order #${id}, tracking code ${trackingCode}.`
  const isToBeSent = status === 'Pending' && paymentState === 'Pay on delivery'
  // What the phone remembers is what was ordered first.
  const message = isToBeSent && !history.some(({ isEdit }) => isEdit) && placed?.chat
  return (
    <ButtonLink
      variant="whatsapp"
      to={message || chatLink(chatNumber, question)}
      className="max-sm:col-span-2"
    >
      <WhatsAppIcon size={20} />
      {isToBeSent ? 'Send order on WhatsApp' : 'Ask on WhatsApp'}
    </ButtonLink>
  )
}

function CopyCode({ code }: { code: string }) {
  const [copyState, setCopyState] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopyState('copied')
    } catch {
      setCopyState('failed')
    }
  }
  return (
    <>
      <Button
        variant="secondary"
        onClick={copy}
        className="whitespace-nowrap max-sm:px-2 [@media(scripting:none)]:hidden"
      >
        <CopyIcon size={20} />
        {copyState === 'copied' ? 'Code copied' : 'Copy code'}
      </Button>
      <span
        role="status"
        className={copyState === 'failed' ? 'self-center text-sm max-sm:col-span-2' : 'sr-only'}
      >
        {copyState === 'copied' && `Tracking code ${code} copied`}
        {copyState === 'failed' && `Your code is ${code}`}
      </span>
    </>
  )
}

const loadForm = async () => (await import('./order-phone-forms.tsx')).NewDayForm

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
