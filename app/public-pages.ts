/** What a page shows; when one of these changes, every cached copy of the page is thrown away. */
export type Topic = 'catalogue' | 'blog' | 'testimonials' | 'settings'

export type PublicPage = {
  path: RegExp
  /** The query parameters that change what the page shows. All others are ignored. */
  parameters: readonly string[]
  /** Parameters with endless values: a page asked for with one of them is made afresh and not cached. */
  uncached?: readonly string[]
  shows: readonly Topic[]
}

/** Pages that are the same for everyone. A page that is not listed here is made for each request. */
export const publicPages: readonly PublicPage[] = [
  { path: /^\/$/, parameters: [], shows: ['catalogue', 'blog', 'testimonials', 'settings'] },
  {
    path: /^\/shop$/,
    parameters: ['category', 'sort', 'page'],
    uncached: ['q'],
    shows: ['catalogue', 'settings'],
  },
  { path: /^\/product\/-?\d{1,10}$/, parameters: [], shows: ['catalogue', 'settings'] },
  { path: /^\/blog$/, parameters: ['page'], uncached: ['gone'], shows: ['blog', 'settings'] },
  { path: /^\/blog\/rss\.xml$/, parameters: [], shows: ['blog', 'settings'] },
  { path: /^\/blog\/[^/]{1,200}$/, parameters: [], shows: ['blog', 'catalogue', 'settings'] },
  {
    path: /^\/(?:about|contact|faq|shipping-policy|returns-policy|privacy-policy|terms-of-service)$/,
    parameters: [],
    shows: ['settings'],
  },
  { path: /^\/(?:login|signup|forgot-password)$/, parameters: [], uncached: ['from'], shows: ['settings'] },
  { path: /^\/sitemap\.xml$/, parameters: [], shows: ['catalogue', 'blog'] },
  { path: /^\/robots\.txt$/, parameters: [], shows: [] },
  { path: /^\/(?:manifest|driver)\.webmanifest$/, parameters: [], shows: ['settings'] },
  { path: /^\/(?:cart|checkout)$/, parameters: [], shows: ['settings'] },
  { path: /^\/wishlist$/, parameters: [], shows: ['settings'] },
]

export function findPublicPage(path: string): PublicPage | undefined {
  return publicPages.find((page) => page.path.test(path))
}
