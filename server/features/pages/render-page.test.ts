import { expect, test } from 'vitest'
import { shopSettings } from '#contract/settings.ts'
import { type PageText, policyPages } from '#rules/page-texts.ts'
import { shopName } from '#rules/shop-facts.ts'
import { cleanHtml } from '../media/clean-html.ts'
import { defaultText, policies } from './default-texts.ts'
import type { ShopFacts } from './live-facts.ts'
import { renderAbout, renderFaq, renderPage, renderPolicy } from './render-page.ts'

const firstDay = shopSettings.parse({})

const today: ShopFacts = {
  ...firstDay,
  shopName: 'Glow $& <Co>',
  contact: { ...firstDay.contact, phone: '0241234567', hours: 'Every day, 8am to 8pm' },
}

const at = new Date('2026-03-05T10:00:00Z')

function textOf(changes: Partial<PageText>): PageText {
  return { title: 'Care', lead: '', content: '', questions: [], ...changes }
}

function rowsOf(facts: ShopFacts): string[] {
  const html = renderPolicy('shipping-policy', null, facts)
    .sections.map((section) => section.html)
    .join('')
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
  )
}

test('the shipping policy shows what the checkout charges', () => {
  expect(rowsOf(firstDay)).toEqual(
    expect.arrayContaining([
      '|Accra, Osu, Labone, Cantonments, East Legon, Airport, Dzorwulu, Adabraka, Kaneshie, Dansoman, Achimota, Lapaz and Spintex|Free|',
      '|Tema and Nsawam|Ghs 55.00|',
      '|Other places in Greater Accra|Ghs 45.00|',
      '|All other places|Ghs 45.00|',
      '|Pick up by Personal Rider|Free|',
    ]),
  )
})

test('a fee that the owner has changed is changed in the policy too', () => {
  const facts = { ...firstDay, deliveryFees: [{ region: null, cities: [], fee: 6050 }] }
  expect(rowsOf(facts)).toContain('|All other places|Ghs 60.50|')
})

test('every section of a policy can be reached from its contents', () => {
  for (const slug of policyPages) {
    const view = renderPolicy(slug, null, firstDay)
    const { sections, facts, summary, updated } = policies[slug]
    expect(view).toMatchObject({ lead: summary, facts, updated: updated ?? null, intro: '' })
    expect(view.sections.map(({ id, heading }) => ({ id, heading }))).toEqual(
      sections.map(({ id, heading }) => ({ id, heading })),
    )
  }
})

test('the text that every shop begins with is what the cleaning leaves of it', () => {
  for (const slug of [...policyPages, 'about'] as const) {
    const { content } = defaultText(slug)
    expect(cleanHtml(content).replaceAll(' rel="noopener"', '')).toBe(content)
  }
})

test('a new name and new hours stand in every text that speaks of them', () => {
  const { story, lead, html } = renderAbout(null, today)
  expect(story).toBeNull()
  const read = [
    lead,
    html,
    ...policyPages.flatMap((slug) => renderPolicy(slug, null, today).sections.map(({ html }) => html)),
    ...renderFaq(null, today).questions.map(({ html }) => html),
  ].join(' ')
  expect(read).not.toMatch(/Adom|Monday to Saturday|\{\{/)
  expect(read).toContain('Glow $&amp; &lt;Co&gt; runs this shop')
  expect(read).toContain('Real people answer, Every day, 8am to 8pm.')
  expect(renderAbout(null, firstDay).lead).toContain(`${shopName.slice(0, 4)} is the Twi word for grace.`)
})

test('a phone number in a text can be dialled, but inside a link it stays words', () => {
  const content = '<p>Call {{phone}} or <a href="/contact">{{phone}}</a>, {{shop_name}}.</p>'
  expect(renderPage(textOf({ content }), today).html).toBe(
    '<p>Call <a href="tel:+233241234567">024 123 4567</a> or <a href="/contact">024 123 4567</a>, Glow $&amp; &lt;Co&gt;.</p>',
  )
})

test('nothing is filled in inside a tag', () => {
  const content = '<p><a href="/x?{{shop_name}}">x</a></p>'
  expect(renderPage(textOf({ content }), today).html).toBe(content)
})

test('a policy of the owner’s own has its key facts, its contents and the day of its change', () => {
  const content =
    '<ul><li><p><strong>Ready:</strong> in 2 days</p></li></ul><p>First.</p><h2>Fees &amp; more</h2><p>{{fees_table}}</p><h2>Tracking your parcel</h2><p>Here.</p><h2>Fees &amp; more</h2>'
  const view = renderPolicy('shipping-policy', { text: textOf({ content }), at }, today)
  expect(view).toMatchObject({
    updated: 'Mar 5, 2026',
    facts: [{ label: 'Ready', value: 'in 2 days' }],
    intro: '<p>First.</p>',
  })
  expect(view.sections.map(({ id, heading }) => [id, heading])).toEqual([
    ['fees-and-more', 'Fees & more'],
    // An old link to this section still finds it.
    ['tracking', 'Tracking your parcel'],
    ['fees-and-more-2', 'Fees & more'],
  ])
  expect(view.sections[0]?.html).toContain('<caption>Delivery fees inside Ghana</caption>')
})

test('an ordinary list at the beginning of a policy stays a list', () => {
  const content = '<ul><li>one</li><li><strong>two</strong></li></ul>'
  const view = renderPolicy('terms-of-service', { text: textOf({ content }), at }, today)
  expect(view).toMatchObject({ facts: [], intro: content, sections: [] })
})

test('search engines get the words of an answer without its tags', () => {
  const questions = [
    { question: 'Who are {{shop_name}}?', answer: '<p>We &amp; <a href="/about">you</a>.</p><p>Yes.</p>' },
  ]
  expect(renderFaq({ text: textOf({ questions }), at }, firstDay).questions).toEqual([
    {
      id: 'who-are-adom-beauty',
      question: 'Who are Adom Beauty?',
      html: '<p>We &amp; <a href="/about">you</a>.</p><p>Yes.</p>',
      text: 'We & you. Yes.',
    },
  ])
})
