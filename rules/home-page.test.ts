import { expect, test } from 'vitest'
import { defaultHome, homeMistakes, moveSection, readButtonAddress } from './home-page.ts'

test('the home page of a new shop has no mistakes', () => {
  expect(homeMistakes(defaultHome)).toEqual({})
})

test('a home page needs a heading, buttons that lead somewhere and a description of its picture', () => {
  const buttons = {
    first: { label: 'Look', to: 'javascript:alert(1)' },
    second: { label: '', to: 'nowhere' },
  }
  const picture = { address: '/media/pictures/a/800.webp', alt: ' ', focus: { x: 50, y: 50 } }
  expect(homeMistakes({ ...defaultHome, heading: ' ', line: 'a'.repeat(201), buttons, picture })).toEqual({
    heading: 'Please enter a heading',
    line: 'Please use at most 200 characters',
    'buttons.first.to':
      'Please enter a page of the shop, such as /shop, or an address such as https://example.com',
    alt: 'Please say what the picture shows',
  })
})

test('each section stands on the home page once', () => {
  const [first, ...others] = defaultHome.sections
  if (!first) throw new Error('There are sections')
  expect(homeMistakes({ ...defaultHome, sections: others })).toHaveProperty('sections')
  expect(homeMistakes({ ...defaultHome, sections: [first, first, ...others.slice(1)] })).toHaveProperty(
    'sections',
  )
})

test.each([
  ['/shop?category=serum', '/shop?category=serum'],
  [' / ', '/'],
  ['example.com/sale', 'https://example.com/sale'],
  ['//elsewhere.example', null],
  ['/\\elsewhere.example', null],
  ['javascript:alert(1)', null],
  ['', null],
])('a button with the address %j leads to %j', (typed, address) => {
  expect(readButtonAddress(typed)).toBe(address)
})

test('a section moves one place, and no further than the ends', () => {
  const names = (sections: typeof defaultHome.sections) => sections.map(({ name }) => name)
  expect(names(moveSection(defaultHome.sections, 'sale', -1)).slice(0, 2)).toEqual(['sale', 'posts'])
  expect(names(moveSection(defaultHome.sections, 'posts', -1))).toEqual(names(defaultHome.sections))
  expect(names(moveSection(defaultHome.sections, 'newsletter', 1))).toEqual(names(defaultHome.sections))
})
