import type { OfficeRole } from '#rules/rights.ts'
import { type Shelf, shelfAddress } from '#rules/shelves.ts'

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

export const adminLink: SiteLink = { to: '/admin', label: 'Admin' }
export const driverLink: SiteLink = { to: '/driver', label: 'Driver' }

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
