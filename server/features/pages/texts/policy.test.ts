import { expect, test } from 'vitest'
import type { Policy } from './policy.ts'
import { privacyPolicy, termsOfService } from './privacy-and-terms.ts'
import { returnsPolicy, shippingPolicy } from './shipping-and-returns.ts'

const policies = [shippingPolicy, returnsPolicy, privacyPolicy, termsOfService]

const pages = [
  '/account',
  '/contact',
  '/track-order',
  '/shipping-policy',
  '/returns-policy',
  '/privacy-policy',
  '/terms-of-service',
]

function wordsOf(policy: Policy): string {
  const facts = policy.facts.map((fact) => `${fact.label}: ${fact.value}`)
  const sections = policy.sections.flatMap(({ heading, paragraphs, list = [], table }) => [
    heading,
    ...paragraphs,
    ...list,
    ...(table ? [...table.columns, ...table.rows.flat()] : []),
  ])
  return [policy.title, policy.summary, ...facts, ...sections].join('\n')
}

function linksOf(policy: Policy): string[] {
  return [...wordsOf(policy).matchAll(/\]\(([^)]*)\)/g)].map(([, path]) => path ?? '')
}

test('the four policies have their specified titles', () => {
  expect(policies.map((policy) => policy.title)).toEqual([
    'Shipping Policy',
    'Returns & Refunds',
    'Privacy Policy',
    'Terms of Service',
  ])
})

test('the shipping policy keeps every specified figure', () => {
  expect(shippingPolicy.facts).toEqual([
    { label: 'Processing', value: '1-2 business days' },
    { label: 'Standard shipping', value: '3-5 days' },
    { label: 'Express shipping', value: '1-2 days' },
    { label: 'International shipping', value: '7-14 days' },
  ])
  expect(wordsOf(shippingPolicy)).toContain('within 1-2 business days')
  expect(wordsOf(shippingPolicy)).toContain('within 1 hour')
})

test('dollar prices stand under their own heading, as guide prices only', () => {
  const guide = shippingPolicy.sections.find((section) => section.heading === 'Guide prices (US dollars)')
  expect(guide?.table?.rows).toEqual([
    ['Standard shipping', '3-5 days', '$5.99, free over $50'],
    ['Express shipping', '1-2 days', '$12.99'],
    ['International shipping', '7-14 days', 'Told to you before you pay'],
  ])
  const elsewhere = shippingPolicy.sections.filter((section) => section !== guide)
  expect(JSON.stringify(elsewhere)).not.toContain('$')
})

test('cedi fees are not written down here: the page takes them from the fee table', () => {
  const places = shippingPolicy.sections.filter((section) => section.kind === 'delivery-fees')
  expect(places).toHaveLength(1)
  expect(wordsOf(shippingPolicy)).toContain('Orders in Ghana are charged in cedis as shown at checkout.')
  for (const policy of policies) expect(wordsOf(policy)).not.toMatch(/Ghs|GHS|₵/)
})

test('the returns policy takes unopened products for 30 days and used ones for 14', () => {
  expect(wordsOf(returnsPolicy)).toContain('Unopened products: Return within 30 days')
  expect(wordsOf(returnsPolicy)).toContain('Used products: Return within 14 days')
  expect(wordsOf(returnsPolicy)).toContain('Within 1 hour')
})

test('the terms give 30 days’ notice of a change, and 1 hour to cancel an order', () => {
  const changes = termsOfService.sections.find((section) => section.heading === 'Changes to these terms')
  expect(changes?.paragraphs.join()).toContain('30 days’ notice')
  expect(wordsOf(termsOfService)).toContain('within 1 hour')
  expect(wordsOf(termsOfService)).toContain('Monday to Saturday, 9am to 10pm GMT')
})

test('the privacy policy was last updated on May 13, 2025 and says what the law asks for', () => {
  expect(privacyPolicy.updated).toBe('May 13, 2025')
  expect(privacyPolicy.sections.map((section) => section.id)).toEqual([
    'who-we-are',
    'what-we-collect',
    'what-we-do-not-collect',
    'why',
    'must-you',
    'who-else-sees-it',
    'on-your-device',
    'in-public',
    'how-long',
    'security',
    'your-rights',
    'complaints',
    'changes',
  ])
  expect(wordsOf(privacyPolicy)).toContain('Data Protection Act, 2012 (Act 843)')
  expect(wordsOf(privacyPolicy)).toContain('Data Protection Commission')
})

test('every policy leads to the contact page or to tracking, and no link leaves the shop', () => {
  for (const policy of policies) {
    const links = linksOf(policy)
    expect(links.some((path) => path === '/contact' || path === '/track-order')).toBe(true)
    for (const path of links) expect(pages).toContain(path)
  }
})

test('every section can be linked to from the list of contents', () => {
  for (const { sections } of policies) {
    expect(new Set(sections.map((section) => section.id)).size).toBe(sections.length)
    for (const section of sections) expect(section.id).toMatch(/^[a-z-]+$/)
  }
})

test('policies use only letters of the first font file, so no second one is downloaded, and no exclamation marks', () => {
  for (const policy of policies) {
    expect(wordsOf(policy)).toMatch(/^[\n\x20-\x7e\u2013\u2014\u2018\u2019\u201c\u201d]*$/)
    expect(wordsOf(policy)).not.toContain('!')
  }
})
