import { useMatches } from 'react-router'

/** What a route says about the layout around its page: `export const handle: PageHandle = { … }`. */
export type PageHandle = {
  /** The back office (admin and driver) may be dark; the shop is always light, so that colours of products are true. */
  area?: 'store' | 'back'
  /**
   * `over_hero`: the header lies over a picture until the page is scrolled. `quiet`: only wordmark and cart, so
   * that nothing leads away from paying. `own`: the area brings its own header and menu.
   */
  header?: 'full' | 'over_hero' | 'quiet' | 'own'
  /** One line under the header about what delivery costs. */
  deliveryStrip?: boolean
  /** What is put on a phone's home screen from here. */
  manifest?: string
  /** False for a page that is complete as it is: no script of ours comes with it. */
  hydrates?: boolean
  /** False for a page whose headings are in the letters of its text: those of the shop's headings are 12 KB more. */
  headingFont?: boolean
  /** What the bar says while there is no network. */
  offlineText?: string
}

export type PageFrame = Required<PageHandle>

/** The inner route has the last word. */
export function usePageFrame(): PageFrame {
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined)
  return Object.assign(
    {
      area: 'store',
      header: 'full',
      deliveryStrip: false,
      manifest: '/manifest.webmanifest',
      hydrates: true,
      headingFont: true,
      offlineText: 'You are offline. Your cart is saved on this phone.',
    } satisfies PageFrame,
    ...handles,
  )
}
