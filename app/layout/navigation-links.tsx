import { chatLink, showPhone } from '#rules/phone-number.ts'
import type { OfficeRole } from '#rules/rights.ts'
import { type Shelf, shelfAddress } from '#rules/shelves.ts'
import { type BrandView, type ShopFacts, useBrand, useShopFacts } from '../data/shop-facts.ts'
import { PhoneIcon, WhatsAppIcon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { usePageFrame } from './page-meta-and-frame.ts'

export type SiteLink = { to: string; label: string }

export const mainLinks: readonly SiteLink[] = [
  { to: '/shop', label: 'Shop' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
]

export const guestLinks: readonly SiteLink[] = [
  { to: '/login', label: 'Log in' },
  { to: '/signup', label: 'Sign up' },
]

const adminLink: SiteLink = { to: '/admin', label: 'Admin' }
const driverLink: SiteLink = { to: '/driver', label: 'Driver' }

type RolesSeen = { role: OfficeRole | null; isDriver: boolean }

/** Links that only some people see. */
export function roleLinks({ role, isDriver }: RolesSeen): SiteLink[] {
  return [...(role ? [adminLink] : []), ...(isDriver ? [driverLink] : [])]
}

export const helpLinks: readonly SiteLink[] = [
  { to: '/blog', label: 'Blog' },
  { to: '/track-order', label: 'Track order' },
  { to: '/faq', label: 'FAQ' },
]

/** A group without a title is about the shop, and bears its name. */
export function footerGroups(
  shelves: readonly Shelf[],
): { title: string | null; links: readonly SiteLink[] }[] {
  const toShelves = shelves.map((shelf) => ({ to: shelfAddress(shelf), label: shelf.heading }))
  return [
    { title: 'Shop', links: [...toShelves, { to: '/wishlist', label: 'Wishlist' }] },
    { title: null, links: aboutLinks },
    { title: 'Help', links: policyLinks },
  ]
}

const aboutLinks: readonly SiteLink[] = [
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/blog', label: 'Blog' },
]

const policyLinks: readonly SiteLink[] = [
  { to: '/track-order', label: 'Track order' },
  { to: '/faq', label: 'FAQ' },
  { to: '/shipping-policy', label: 'Shipping Policy' },
  { to: '/returns-policy', label: 'Returns & Refunds' },
]

export const legalLinks: readonly SiteLink[] = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-of-service', label: 'Terms of Service' },
]

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
