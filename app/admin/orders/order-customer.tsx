import { useState } from 'react'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { CopyIcon, MapPinIcon, PhoneIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import type { OrderDetailResponse } from '#contract/admin-orders.ts'
import { chatLink, diallablePhone, normalisePhone, showPhone } from '#rules/phone-number.ts'

/** Who ordered, where it goes, and how to reach them. */
export function OrderCustomer({ order }: { order: OrderDetailResponse }) {
  const [copyStatus, setCopyStatus] = useState('')
  const { shopName } = useShopFacts()
  const [call, chat] = [callAddress(order), chatAddress(order, shopName)]
  const lines = [order.address, [order.city, order.state].filter(Boolean).join(', '), order.zip].filter(
    Boolean,
  )
  const copy = async (text: string, what: string) => {
    try {
      await navigator.clipboard.writeText(text)
      setCopyStatus(`${what} copied`)
    } catch {
      setCopyStatus(`Copying is not possible here: ${text}`)
    }
  }
  return (
    <div className="grid gap-3">
      <address className="wrap-anywhere not-italic">
        <strong className="font-semibold">{order.customer_name}</strong>
        <br />
        {showPhone(order.customer_phone)}
        {order.customer_email && (
          <>
            <br />
            <a href={`mailto:${order.customer_email}`} className="text-link underline underline-offset-3">
              {order.customer_email}
            </a>
          </>
        )}
        {lines.map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </address>
      <div className="flex flex-wrap gap-2">
        {call && (
          <ButtonLink to={call} variant="secondary" size="sm">
            <PhoneIcon size={20} />
            Call
          </ButtonLink>
        )}
        {chat && (
          <ButtonLink to={chat} target="_blank" variant="secondary" size="sm">
            <WhatsAppIcon size={20} />
            WhatsApp
          </ButtonLink>
        )}
        {call && (
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11"
            onClick={() => void copy(order.customer_phone, 'Phone number')}
          >
            <CopyIcon size={20} />
            Copy phone
          </Button>
        )}
        {lines.length > 0 && (
          <Button
            variant="secondary"
            size="sm"
            className="min-h-11"
            onClick={() => void copy([order.customer_name, ...lines].join('\n'), 'Address')}
          >
            <CopyIcon size={20} />
            Copy address
          </Button>
        )}
        {order.delivery_option === 'delivery_service' && lines.length > 0 && (
          <ButtonLink
            to={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(order.shipping_address)}`}
            target="_blank"
            variant="secondary"
            size="sm"
            className="min-h-11"
          >
            <MapPinIcon size={20} />
            Map
          </ButtonLink>
        )}
      </div>
      <p role="status" className="text-sm wrap-anywhere text-success empty:hidden">
        {copyStatus}
      </p>
    </div>
  )
}

type Reachable = { customer_name: string; customer_phone: string; tracking_code: string }

/** Null when nobody could be reached there, as after an account was deleted. */
export function callAddress({ customer_phone }: Reachable): string | null {
  return normalisePhone(customer_phone) ? `tel:${diallablePhone(customer_phone)}` : null
}

export function chatAddress(
  { customer_name, customer_phone, tracking_code }: Reachable,
  shopName: string,
): string | null {
  if (!normalisePhone(customer_phone)) return null
  const [firstName = ''] = customer_name.trim().split(/\s+/)
  return chatLink(
    customer_phone,
    `Hello ${firstName}, this is ${shopName} about your order ${tracking_code}. `,
  )
}
