import type { ShopFacts } from '#app/data/shop-facts.ts'
import { openingHoursText, shopName } from '#rules/shop-facts.ts'

/** The texts were written with the name and the hours of the first day; they are read with those of today. */
export function fillShopText(text: string, { shopName: name, contact }: ShopFacts): string {
  return text.replaceAll(shopName, () => name).replaceAll(openingHoursText, () => contact.hours)
}
