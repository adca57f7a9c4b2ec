/** Every page that a visitor can read without an account, a cart or an order, each in one example. */
export const publicPages = [
  '/',
  '/shop',
  '/product/9',
  '/wishlist',
  '/blog',
  '/blog/harmattan-skin-care',
  '/about',
  '/contact',
  '/faq',
  '/shipping-policy',
  '/returns-policy',
  '/privacy-policy',
  '/terms-of-service',
] as const
