import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { LinkedText, withoutLinks } from './linked-text.tsx'

const text = '[Contact us](/contact) first, or read [Returns & Refunds](/returns-policy).'

test('words in square brackets become links to their page', () => {
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <LinkedText>{text}</LinkedText>
    </MemoryRouter>,
  ).replaceAll(/ (?:class|data-discover)="[^"]*"/g, '')
  expect(html).toBe(
    '<a href="/contact">Contact us</a> first, or read <a href="/returns-policy">Returns &amp; Refunds</a>.',
  )
})

test('search engines get the same words without links', () => {
  expect(withoutLinks(text)).toBe('Contact us first, or read Returns & Refunds.')
})

test('an address outside the shop stays plain text', () => {
  const outside = 'See [them](https://example.com/).'
  expect(withoutLinks(outside)).toBe(outside)
})
