import { useRouteLoaderData } from 'react-router'
import type { ShopSettings } from '#contract/settings.ts'
import { defaultDeliveryFees } from '#rules/delivery-fee.ts'
import { shopMedia } from '#rules/picture-address.ts'
import { defaultChatNumber, openingHoursText, shopName } from '#rules/shop-facts.ts'

/** What every page may say about the shop: how to reach it and what delivery costs. */
export type ShopFacts = Pick<ShopSettings, 'shopName' | 'chatNumber' | 'contact' | 'social' | 'deliveryFees'>

/** What holds until the owner has entered something else, and on a page that could not ask. */
export const defaultShopFacts: ShopFacts = {
  shopName,
  chatNumber: defaultChatNumber,
  contact: { phone: '', email: '', address: 'Accra, Ghana', hours: openingHoursText },
  social: { instagram: '', facebook: '', tiktok: '', x: '', youtube: '' },
  deliveryFees: defaultDeliveryFees,
}

/** The root's loader gives them to every page. */
export function useShopFacts(): ShopFacts {
  return useRouteLoaderData<{ facts: ShopFacts }>('root')?.facts ?? defaultShopFacts
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
