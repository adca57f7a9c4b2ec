import type { AboutView, FaqView, PageSection, PageView, PolicyView } from '#contract/content.ts'
import { formatDate } from '#rules/dates.ts'
import type { PageText, PolicyPage } from '#rules/page-texts.ts'
import { shopName } from '#rules/shop-facts.ts'
import { slugOf } from '#rules/slug.ts'
import { defaultText, knownPlaces, policies, withLiveFacts } from './default-texts.ts'
import { fillHtml, fillLine, type ShopFacts } from './live-facts.ts'
import { shopValues, storyBands, valuesHeading } from './texts/about-and-faq.ts'

/** What the owner has published, and when; null while a page shows the text that every shop begins with. */
export type Published = { text: PageText; at: Date } | null

export function renderPage(text: PageText, facts: ShopFacts): PageView {
  return { ...renderHead(text, facts), html: fillHtml(text.content, facts) }
}

export function renderAbout(published: Published, facts: ShopFacts): AboutView {
  // The story's pictures show the jars of the first shop: under another name it is told without them.
  if (published || facts.shopName !== shopName)
    return { ...renderPage(published?.text ?? defaultText('about', facts), facts), story: null }
  const text = defaultText('about')
  const { sections } = splitSections(fillHtml(text.content, facts))
  return {
    ...renderHead(text, facts),
    html: '',
    story: {
      bands: sections.slice(0, storyBands.length),
      valuesHeading,
      values: shopValues.map(({ title, text: words }) => ({
        title,
        text: fillLine(withLiveFacts(words), facts),
      })),
    },
  }
}

export function renderPolicy(slug: PolicyPage, published: Published, facts: ShopFacts): PolicyView {
  const text = published?.text ?? defaultText(slug)
  const { facts: keyFacts, rest } = takeKeyFacts(fillHtml(text.content, facts))
  const updated = published ? formatDate(published.at) : (policies[slug].updated ?? null)
  return { ...renderHead(text, facts), updated, facts: keyFacts, ...splitSections(rest) }
}

export function renderFaq(published: Published, facts: ShopFacts): FaqView {
  const text = published?.text ?? defaultText('faq')
  const placeOf = openPlaces()
  const questions = text.questions.map(({ question, answer }) => {
    const html = fillHtml(answer, facts)
    const asked = fillLine(question, facts)
    return { id: placeOf(asked), question: asked, html, text: plainText(html) }
  })
  return { ...renderHead(text, facts), questions }
}

function renderHead({ title, lead }: PageText, facts: ShopFacts) {
  return { title: fillLine(title, facts), lead: fillLine(lead, facts) }
}

const keyFact = /<li>(?:<p>)?<strong>([^<]+)<\/strong>([^<]*)(?:<\/p>)?<\/li>/g

/** A list at the very beginning in which every row starts with bold words: what readers look for first. */
function takeKeyFacts(html: string): { facts: PolicyView['facts']; rest: string } {
  const [list = '', rows = ''] = /^<ul>(.*?)<\/ul>/s.exec(html) ?? []
  if (rows === '' || rows.replaceAll(keyFact, '').trim() !== '') return { facts: [], rest: html }
  const facts = [...rows.matchAll(keyFact)].map(([, label = '', value = '']) => ({
    label: plainText(label).replace(/:$/, ''),
    value: plainText(value).replace(/^:/, '').trim(),
  }))
  return { facts, rest: html.slice(list.length) }
}

/** Each heading of the second level begins a section, which can be linked to. */
function splitSections(html: string): { intro: string; sections: PageSection[] } {
  const [intro = '', ...parts] = html.split(/(?=<h2\b)/)
  const placeOf = openPlaces()
  const startsWithHeading = intro.startsWith('<h2')
  const sections = (startsWithHeading ? [intro, ...parts] : parts).map((part) => {
    const [whole = '', words = ''] = /^<h2\b[^>]*>(.*?)<\/h2>/s.exec(part) ?? []
    const heading = plainText(words)
    return { id: placeOf(heading), heading, html: part.slice(whole.length) }
  })
  return { intro: startsWithHeading ? '' : intro, sections }
}

/** A place of its own for each heading of a page. */
function openPlaces(): (heading: string) => string {
  const taken = new Map<string, number>()
  return (heading) => {
    const place = knownPlaces.get(heading) ?? (slugOf(heading) || 'part')
    const before = taken.get(place) ?? 0
    taken.set(place, before + 1)
    return before === 0 ? place : `${place}-${before + 1}`
  }
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words alone, for search engines and for comparing. */
export function plainText(html: string): string {
  return html
    .replaceAll(/<\/(?:p|li|h\d|tr)>|<br ?\/?>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (sign, name: string) => signs[name] ?? sign)
    .replaceAll(/\s+/g, ' ')
    .trim()
}
