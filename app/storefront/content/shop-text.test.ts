import { expect, test } from 'vitest'
import { defaultShopFacts } from '#app/data/shop-facts.ts'
import { shopValues } from './about-story.ts'
import { privacyPolicy } from './privacy-policy.ts'
import { fillShopText } from './shop-text.ts'
import { termsOfService } from './terms-of-service.ts'

const renamed = {
  ...defaultShopFacts,
  shopName: 'Glow $& Co',
  contact: { ...defaultShopFacts.contact, hours: 'Every day, 8am to 8pm' },
}

test('on the first day the texts read as they were written', () => {
  for (const { text } of shopValues) expect(fillShopText(text, defaultShopFacts)).toBe(text)
})

test('a new name and new hours stand in every text that speaks of them', () => {
  const texts = [privacyPolicy, termsOfService].flatMap(({ sections }) =>
    sections.flatMap(({ paragraphs }) => paragraphs),
  )
  const read = [...texts, ...shopValues.map(({ text }) => text)].map((text) => fillShopText(text, renamed))
  expect(read.join(' ')).not.toMatch(/Adom Beauty|Monday to Saturday/)
  expect(read.join(' ')).toContain('Glow $& Co runs this shop')
  expect(read.join(' ')).toContain('Real people answer, Every day, 8am to 8pm.')
})
