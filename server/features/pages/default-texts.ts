import { escapeHtml } from '#rules/markup.ts'
import { type FixedPage, liveFactToken, type PageText } from '#rules/page-texts.ts'
import { openingHoursText, shopName } from '#rules/shop-facts.ts'
import { tableHtml } from './live-facts.ts'
import {
  aboutLead,
  aboutTitle,
  faqLead,
  faqTitle,
  nameOfFirstShop,
  questions,
  shopValues,
  storyBands,
  valuesHeading,
} from './texts/about-and-faq.ts'
import type { LinkedText, Policy, PolicySection } from './texts/policy.ts'
import { privacyPolicy, termsOfService } from './texts/privacy-and-terms.ts'
import { returnsPolicy, shippingPolicy } from './texts/shipping-and-returns.ts'

export const policies = {
  'shipping-policy': shippingPolicy,
  'returns-policy': returnsPolicy,
  'privacy-policy': privacyPolicy,
  'terms-of-service': termsOfService,
}

const empty = { content: '', questions: [] }

/** The text that every shop begins with, in the form in which the owner changes it. */
const defaults: Record<FixedPage, PageText> = {
  about: { title: aboutTitle, lead: aboutLead, content: aboutHtml(), questions: [] },
  faq: {
    ...empty,
    title: faqTitle,
    lead: faqLead,
    questions: questions.map(({ question, answer }) => ({
      question,
      answer: answer.map(paragraph).join(''),
    })),
  },
  'shipping-policy': policyText(shippingPolicy),
  'returns-policy': policyText(returnsPolicy),
  'privacy-policy': policyText(privacyPolicy),
  'terms-of-service': policyText(termsOfService),
  contact: {
    ...empty,
    title: 'Contact us',
    lead: 'A question about your skin, an order or a product? Real people answer.',
  },
  footer: { ...empty, title: '', lead: liveFactToken('hours') },
  'opening-soon': {
    ...empty,
    title: 'Opening soon',
    lead: `${liveFactToken('shop_name')} is getting ready. Come back in a little while.`,
  },
}

export function defaultText(slug: FixedPage, facts?: { shopName: string }): PageText {
  const text = defaults[slug]
  // The first shop explains its name; another one has another name.
  const isRenamed = slug === 'about' && facts !== undefined && facts.shopName !== shopName
  return isRenamed ? { ...text, lead: text.lead.replace(nameOfFirstShop, '') } : text
}

/** Old links to a part of a page go on working as long as its heading stays. */
export const knownPlaces: ReadonlyMap<string, string> = new Map([
  ...Object.values(policies).flatMap(({ sections }) =>
    sections.map(({ heading, id }): [string, string] => [heading, id]),
  ),
  ...questions.map(({ question, id }): [string, string] => [question, id]),
  ...storyBands.map(({ heading, id }): [string, string] => [heading, id]),
])

function aboutHtml(): string {
  return [
    ...storyBands.flatMap(({ heading, paragraphs }) => [title(heading), ...paragraphs.map(paragraph)]),
    title(valuesHeading),
    ...shopValues.flatMap((value) => [`<h3>${escapeHtml(value.title)}</h3>`, paragraph(value.text)]),
  ].join('')
}

function policyText({ title: name, summary, facts, sections }: Policy): PageText {
  const keyFacts = facts.map(
    ({ label, value }) => `<li><strong>${words(label)}</strong>: ${words(value)}</li>`,
  )
  const content = `<ul>${keyFacts.join('')}</ul>${sections.map(sectionHtml).join('')}`
  return { title: name, lead: summary, content, questions: [] }
}

function sectionHtml({ heading, paragraphs, kind, list, table }: PolicySection): string {
  const [first, ...rest] = paragraphs.map(paragraph)
  return [
    title(heading),
    first,
    kind === 'delivery-fees' && `<p>${liveFactToken('fees_table')}</p>`,
    ...rest,
    list && `<ul>${list.map((text) => `<li>${linked(text)}</li>`).join('')}</ul>`,
    table && tableHtml(table.columns, table.rows),
  ]
    .filter(Boolean)
    .join('')
}

function title(heading: string): string {
  return `<h2>${escapeHtml(heading)}</h2>`
}

function paragraph(text: LinkedText): string {
  return `<p>${linked(text)}</p>`
}

/** `[words](/path)` becomes a link; only paths inside the shop are allowed. */
export function linked(text: LinkedText): string {
  return words(text).replaceAll(/\[([^\]]+)\]\((\/[^)]*)\)/g, '<a href="$2">$1</a>')
}

function words(text: string): string {
  return withLiveFacts(escapeHtml(text))
}

/** The texts were written with the name and the hours of the first day; they are read with those of today. */
export function withLiveFacts(text: string): string {
  return text
    .replaceAll(shopName, liveFactToken('shop_name'))
    .replaceAll(openingHoursText, liveFactToken('hours'))
}
