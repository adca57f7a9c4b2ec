import { categoryPluralTitle } from '#rules/categories.ts'

export type SiteLink = { to: string; words: string }

export const mainLinks: readonly SiteLink[] = [
  { to: '/shop', words: 'Shop' },
  { to: '/about', words: 'About' },
  { to: '/contact', words: 'Contact' },
]

export const guestLinks: readonly SiteLink[] = [
  { to: '/login', words: 'Log in' },
  { to: '/signup', words: 'Sign up' },
]

export const adminLink: SiteLink = { to: '/admin', words: 'Admin' }
export const driverLink: SiteLink = { to: '/driver', words: 'Driver' }

/** Links that only some people see. */
export function roleLinks({ isAdmin, isDriver }: { isAdmin: boolean; isDriver: boolean }): SiteLink[] {
  return [...(isAdmin ? [adminLink] : []), ...(isDriver ? [driverLink] : [])]
}

export const helpLinks: readonly SiteLink[] = [
  { to: '/blog', words: 'Blog' },
  { to: '/track-order', words: 'Track order' },
  { to: '/faq', words: 'FAQ' },
]

const footerCategories = ['cleanser', 'moisturizer', 'serum', 'mask', 'toner']

/** A group without a title is about the shop, and bears its name. */
export const footerGroups: readonly { title: string | null; links: readonly SiteLink[] }[] = [
  {
    title: 'Shop',
    links: [
      ...footerCategories.map((category) => ({
        to: `/shop?category=${category}`,
        words: categoryPluralTitle(category),
      })),
      { to: '/wishlist', words: 'Wishlist' },
    ],
  },
  {
    title: null,
    links: [
      { to: '/about', words: 'About' },
      { to: '/contact', words: 'Contact' },
      { to: '/blog', words: 'Blog' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: '/track-order', words: 'Track order' },
      { to: '/faq', words: 'FAQ' },
      { to: '/shipping-policy', words: 'Shipping Policy' },
      { to: '/returns-policy', words: 'Returns & Refunds' },
    ],
  },
]

export const legalLinks: readonly SiteLink[] = [
  { to: '/privacy-policy', words: 'Privacy Policy' },
  { to: '/terms-of-service', words: 'Terms of Service' },
]
