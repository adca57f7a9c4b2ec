import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { defaultShopFacts, type ShopFacts } from '#app/data/shop-facts.ts'
import { privacyPolicy } from '../content/privacy-policy.ts'
import { shippingPolicy } from '../content/shipping-policy.ts'
import { PolicyArticle } from './policy-article.tsx'

function show(policy: typeof shippingPolicy, facts: ShopFacts = defaultShopFacts): string {
  const Page = createRoutesStub([
    { id: 'root', path: '/', loader: () => ({ facts }), Component: () => <PolicyArticle policy={policy} /> },
  ])
  return renderToString(<Page hydrationData={{ loaderData: { root: { facts } } }} />)
}

function rowsOf(html: string): string[] {
  return [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|'),
  )
}

test('the shipping policy shows what the checkout charges', () => {
  expect(rowsOf(show(shippingPolicy))).toEqual(
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
  const facts = { ...defaultShopFacts, deliveryFees: [{ region: null, cities: [], fee: 6050 }] }
  expect(rowsOf(show(shippingPolicy, facts))).toContain('|All other places|Ghs 60.50|')
})

test('every section of a policy can be reached from its contents', () => {
  const html = show(privacyPolicy)
  for (const { id } of privacyPolicy.sections) {
    expect(html).toContain(`href="#${id}"`)
    expect(html).toContain(`id="${id}"`)
  }
  expect(html.replaceAll('<!-- -->', '')).toContain('Last updated May 13, 2025')
})
