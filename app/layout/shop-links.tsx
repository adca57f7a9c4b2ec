import { Link } from 'react-router'
import { chatLink } from '#rules/chat-link.ts'
import { showPhone } from '#rules/phone-number.ts'
import { type BrandView, type ShopFacts, useBrand, useShopFacts } from '../data/shop-facts.ts'
import { PhoneIcon, WhatsAppIcon } from '../ui/icons.tsx'
import { usePageFrame } from './page-frame.ts'

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

/** As high as a line of the header, as wide as that makes it. */
export function Logo({ file, width, height, name }: NonNullable<BrandView['logo']> & { name: string }) {
  return <img src={file} width={width} height={height} alt={name} className="h-8 w-auto max-w-full" />
}

export function Wordmark() {
  const { shopName } = useShopFacts()
  // The back office has a light and a dark ground; the name can be read on both.
  const { area } = usePageFrame()
  const logo = useBrand()?.logo
  return (
    <Link
      to="/"
      aria-label={`${shopName}, home`}
      className="min-w-0 shrink-[999] truncate rounded-control px-1 font-serif text-2xl leading-11 tracking-tight text-primary"
    >
      {logo && area === 'store' ? <Logo {...logo} name={shopName} /> : shopName}
    </Link>
  )
}
