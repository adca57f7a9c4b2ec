import { chatLink } from '#rules/chat-link.ts'
import { showPhone } from '#rules/phone-number.ts'
import type { ShopFacts } from '../data/shop-facts.ts'
import { PhoneIcon, WhatsAppIcon } from '../ui/icons.tsx'

const row = 'flex min-h-11 items-center gap-2 font-medium underline underline-offset-4'

/** Help is found in the same order wherever it is offered: call, then write. */
export function ContactLinks({ facts, className }: { facts: ShopFacts; className?: string }) {
  const { phone } = facts.contact
  return (
    <ul className={className}>
      {phone !== '' && (
        <li>
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className={row}>
            <PhoneIcon size={20} />
            {showPhone(phone)}
          </a>
        </li>
      )}
      <li>
        <a href={chatLink(facts.chatNumber, `Hello ${facts.shopName}`)} className={row}>
          <WhatsAppIcon size={20} />
          WhatsApp
        </a>
      </li>
    </ul>
  )
}
