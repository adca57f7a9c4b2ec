import { chatLink } from '#rules/chat-link.ts'
import { diallablePhone, normalisePhone } from '#rules/phone-number.ts'
import { useShopFacts } from '../data/shop-facts.ts'
import { buttonClass } from '../ui/button-class.ts'
import { classNames } from '../ui/class-names.ts'
import { MapPinIcon, PhoneIcon, WhatsAppIcon } from '../ui/icons.tsx'
import type { Delivery } from './shown-deliveries.ts'

/** Three ways to the customer. They leave the page as ordinary links do, so they work whatever the page is busy with. */
export function ContactButtons({ delivery }: { delivery: Delivery }) {
  const { shopName } = useShopFacts()
  const { customer_phone, customer_name, tracking_code, shipping_address } = delivery
  const onMyWay = `Hello ${customer_name}, I am on my way with your ${shopName} order ${tracking_code}.`
  const look = classNames(buttonClass({ variant: 'secondary' }), 'flex-auto gap-1.5 px-1! text-sm')
  const place = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(shipping_address)}`
  return (
    <div className="flex gap-2">
      <a href={`tel:${diallablePhone(customer_phone)}`} className={look} aria-label={`Call ${customer_name}`}>
        <PhoneIcon size={20} />
        Call
      </a>
      {normalisePhone(customer_phone) !== null && (
        <a
          href={chatLink(customer_phone, onMyWay)}
          target="_blank"
          rel="noreferrer"
          className={look}
          aria-label={`WhatsApp ${customer_name}: I am on my way`}
        >
          <WhatsAppIcon size={20} />
          WhatsApp
        </a>
      )}
      {shipping_address !== '' && (
        <a
          href={place}
          target="_blank"
          rel="noreferrer"
          className={look}
          aria-label={`Map to ${customer_name}`}
        >
          <MapPinIcon size={20} />
          Map
        </a>
      )}
    </div>
  )
}
