import type { ShopSettings } from '#contract/settings.ts'
import {
  deliveryFeePlace,
  deliveryFeeText,
  deliveryOptionTexts,
  offeredDelivery,
} from '#rules/delivery-fee.ts'
import { escapeHtml } from '#rules/markup.ts'
import type { LiveFact } from '#rules/page-texts.ts'
import { diallablePhone, showPhone } from '#rules/phone-number.ts'

/** What the settings say, as far as texts speak of it. */
export type ShopFacts = Pick<ShopSettings, 'shopName' | 'chatNumber' | 'contact' | 'deliveryFees' | 'pickup'>

const tokens = /\{\{(shop_name|phone|hours|fees_table)\}\}/g

/** A line with the facts of today, as plain text. */
export function fillLine(text: string, facts: ShopFacts): string {
  return text.replaceAll(tokens, (_, fact: LiveFact) => wordsFor(fact, facts))
}

/**
 * A stored text with the facts of today. It was cleaned when it was stored, and what is filled in is written here: nothing of
 * it can be taken for a tag. Inside a link the phone number stays words.
 */
export function fillHtml(html: string, facts: ShopFacts): string {
  const withTable = html.replaceAll(/<p>\s*\{\{fees_table\}\}\s*<\/p>/g, () => feesTable(facts))
  // Facts stand in the text alone, never in an attribute.
  return withTable.replaceAll(/<a\b[^>]*>.*?<\/a>|<[^>]*>|[^<]+/gs, (piece) => {
    if (piece.startsWith('<a')) return fillLink(piece, facts)
    return piece.startsWith('<') ? piece : fillText(piece, facts)
  })
}

function fillLink(link: string, facts: ShopFacts): string {
  return link.replaceAll(/<[^>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<')
      ? piece
      : piece.replaceAll(tokens, (_, fact: LiveFact) => escapeHtml(wordsFor(fact, facts))),
  )
}

function fillText(text: string, facts: ShopFacts): string {
  return text.replaceAll(tokens, (_, fact: LiveFact) => {
    const words = escapeHtml(wordsFor(fact, facts))
    return fact === 'phone'
      ? `<a href="tel:${escapeHtml(diallablePhone(phoneOf(facts)))}">${words}</a>`
      : words
  })
}

function wordsFor(fact: LiveFact, facts: ShopFacts): string {
  if (fact === 'shop_name') return facts.shopName
  if (fact === 'hours') return facts.contact.hours
  return fact === 'phone' ? showPhone(phoneOf(facts)) : ''
}

/** A shop without a number for calls is reached at the one for chats. */
function phoneOf({ contact, chatNumber }: ShopFacts): string {
  return contact.phone || chatNumber
}

/** The same table that the checkout reads, so that no text ever promises another price. */
function feesTable({ deliveryFees, pickup }: ShopFacts): string {
  const rows = deliveryFees.map((row) => [deliveryFeePlace(row), deliveryFeeText(row)])
  const others = offeredDelivery(pickup.isOn).filter((option) => option !== 'delivery_service')
  const free = others.map((option) => [deliveryOptionTexts[option].label, 'Free'])
  const table = tableHtml(['Delivery to', 'You pay in Ghana'], [...rows, ...free])
  return table.replace('<table>', '<table><caption>Delivery fees inside Ghana</caption>')
}

export function tableHtml(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('')
  const body = rows.map(([name = '', ...cells]) => {
    const values = cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')
    return `<tr><th scope="row">${escapeHtml(name)}</th>${values}</tr>`
  })
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}
