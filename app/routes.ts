import { existsSync } from 'node:fs'
import { index, type RouteConfig, route } from '@react-router/dev/routes'

const styleguide = 'styleguide/styleguide-page.tsx'
const showsStyleguide = process.env.NODE_ENV !== 'production' && existsSync(`app/${styleguide}`)

export default [
  index('storefront/home/home-page.tsx'),
  route('shop', 'storefront/shop/shop-page.tsx'),
  route('product/:id', 'storefront/product/product-page.tsx'),
  route('wishlist', 'storefront/wishlist/wishlist-page.tsx'),
  route('cart', 'storefront/cart/cart-page.tsx'),
  route('checkout', 'storefront/checkout/checkout-page.tsx'),
  route('track-order', 'storefront/tracking/track-order-page.tsx'),
  route('about', 'storefront/about/about-page.tsx'),
  route('contact', 'storefront/contact/contact-page.tsx'),
  route('faq', 'storefront/faq/faq-page.tsx'),
  route('shipping-policy', 'storefront/policies/shipping-policy-page.tsx'),
  route('returns-policy', 'storefront/policies/returns-policy-page.tsx'),
  route('privacy-policy', 'storefront/policies/privacy-policy-page.tsx'),
  route('terms-of-service', 'storefront/policies/terms-of-service-page.tsx'),
  route('blog', 'storefront/blog/blog-page.tsx'),
  route('blog/rss.xml', 'storefront/blog/rss-page.tsx'),
  route('blog/:slug', 'storefront/blog/post-page.tsx'),
  route('newsletter/leave', 'storefront/newsletter/leave-newsletter-page.tsx'),
  route('sitemap.xml', 'storefront/found/sitemap-page.tsx'),
  route('robots.txt', 'storefront/found/robots-page.tsx'),
  route('login', 'account/login-page.tsx'),
  route('signup', 'account/signup-page.tsx'),
  route('forgot-password', 'account/forgot-password-page.tsx'),
  route('reset-password', 'account/reset-password-page.tsx'),
  route('confirm-email', 'account/confirm-email-page.tsx'),
  route('account', 'account/account-page.tsx'),
  route('user-orders', 'account/user-orders-page.tsx'),
  route('admin/team', 'admin/team/team-page.tsx'),
  ...(showsStyleguide ? [route('styleguide', styleguide)] : []),
  route('*', 'shell/not-found-page.tsx'),
] satisfies RouteConfig
