import { useState } from 'react'
import { trackingPath } from '#app/components/tracking-path.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CopyIcon, PhoneIcon, RefreshIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { chatLink } from '#rules/chat-link.ts'
import { diallablePhone } from '#rules/phone-number.ts'
import { usePlacedHere } from '../checkout/placed-order.ts'
import type { FollowedOrder } from './look-up.ts'

/** The ways to reach the shop about this order. */
export function OrderActions({ order }: { order: FollowedOrder }) {
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

/** Some people never press send. The phone that ordered still knows the whole message; any other says number and code. */
function Chat({ order: { id, trackingCode, status, paymentState } }: { order: FollowedOrder }) {
  const { chatNumber, shopName } = useShopFacts()
  const placed = usePlacedHere(trackingCode)
  const question = `Hello ${shopName}, this is about my order #${id}, tracking code ${trackingCode}.`
  const isToBeSent = status === 'Pending' && paymentState === 'Pay on delivery'
  return (
    <ButtonLink
      variant="whatsapp"
      to={isToBeSent && placed ? placed.chat : chatLink(chatNumber, question)}
      className="max-sm:col-span-2"
    >
      <WhatsAppIcon size={20} />
      {isToBeSent ? 'Send order on WhatsApp' : 'Ask on WhatsApp'}
    </ButtonLink>
  )
}

function CopyCode({ code }: { code: string }) {
  const [answer, setAnswer] = useState<'copied' | 'failed' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setAnswer('copied')
    } catch {
      setAnswer('failed')
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
        {answer === 'copied' ? 'Code copied' : 'Copy code'}
      </Button>
      <span
        role="status"
        className={answer === 'failed' ? 'self-center text-sm max-sm:col-span-2' : 'sr-only'}
      >
        {answer === 'copied' && `Tracking code ${code} copied`}
        {answer === 'failed' && `Your code is ${code}`}
      </span>
    </>
  )
}
