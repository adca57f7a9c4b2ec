import { useRouteLoaderData } from 'react-router'
import type { FooterView } from '#contract/content.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { MeasuringTags } from '#rules/measuring.ts'
import type { Shelf } from '#rules/shelves.ts'
import { defaultChatNumber, openingHoursText, shopName } from '#rules/shop-facts.ts'
import { shopMedia } from '#rules/web-address.ts'

/** What every page may say about the shop: how to reach it, what delivery costs and what it has. */
export type ShopFacts = Pick<
  ShopSettings,
  'shopName' | 'chatNumber' | 'contact' | 'social' | 'deliveryFees'
> & {
  /** What delivery costs, in one line at the top of every page. */
  deliveryLine: string
  /** The categories that the footer of every page leads to; none where nobody could ask which there are. */
  footerShelves: readonly Shelf[]
  /** Where and when orders are collected; left out in a shop that offers no pickup. */
  pickup?: { address: string; hours: string }
  /** Customers choose a day of delivery, at least in some places. */
  deliveryDays?: true
  /** Left out in a shop without codes, or without discounts that hold by themselves. */
  offersCodes?: true
  offersAutomatic?: true
  /** Codes to sign in are sent to phones; left out where nothing could send them. */
  phoneSignIn?: true
  /** Who may measure ads, after a visitor's consent; left out in a shop where nobody does. */
  measuring?: MeasuringTags
}

/** What holds on a page that could not ask; the fees only the server knows. */
export const defaultShopFacts: ShopFacts = {
  shopName,
  chatNumber: defaultChatNumber,
  contact: { phone: '', email: '', address: 'Accra, Ghana', hours: openingHoursText },
  social: { instagram: '', facebook: '', tiktok: '', x: '', youtube: '' },
  deliveryFees: [],
  deliveryLine: 'Delivery everywhere in Ghana',
  footerShelves: [],
}

/** The root's loader gives them to every page. */
export function useShopFacts(): ShopFacts {
  return useRouteLoaderData<{ facts: ShopFacts }>('root')?.facts ?? defaultShopFacts
}

/** The pictures that the shop comes with bear its first name: under another one they are not shown. */
export function useHasFirstName(): boolean {
  return useShopFacts().shopName === shopName
}

/** The owner's own line and pages in the footer. */
export function useFooter(): FooterView {
  return useRouteLoaderData<{ footer: FooterView }>('root')?.footer ?? defaultFooter
}

export const defaultFooter: FooterView = { line: null, pages: [] }

/** What an owner has made of the shop's look; null as long as it is the one that the shop came with. */
export type BrandView = {
  /** The sheet with both themes of the back office. */
  office: string | undefined
  /** Around the page. */
  colour: string
  logo: BrandLogo | undefined
  /** For dark grounds. */
  footerLogo: BrandLogo | undefined
  /** For paper, which is white. */
  paperLogo: BrandLogo | undefined
  icon: string | undefined
  card: string | undefined
}

type BrandLogo = { file: string; width: number; height: number }

/** Icons, sheet and letters, as the head of every page names them. The server alone knows which. */
export type HeadLink = {
  rel: string
  href: string
  as?: string
  type?: string
  crossOrigin?: 'anonymous'
  precedence?: string
}

export function useHeadLinks(): readonly HeadLink[] {
  return useRouteLoaderData<{ links: HeadLink[] }>('root')?.links ?? []
}

export function useBrand(): BrandView | null {
  return useRouteLoaderData<{ brand: BrandView | null }>('root')?.brand ?? null
}

/** Where the shop's pictures are handed out: by the shop itself, or by a store or a CDN that the owner has chosen. */
export function usePicturesAt(): string {
  return useRouteLoaderData<{ picturesAt: string }>('root')?.picturesAt ?? shopMedia
}

type Matches = ({ loaderData?: unknown } | undefined)[]

/** For the head of a page, which is written before the page itself. */
export function shopNameOf(matches: Matches): string {
  const root = matches[0]?.loaderData as { facts?: ShopFacts } | undefined
  return (root?.facts ?? defaultShopFacts).shopName
}

export function brandOf(matches: Matches): BrandView | null {
  return (matches[0]?.loaderData as { brand?: BrandView } | undefined)?.brand ?? null
}
