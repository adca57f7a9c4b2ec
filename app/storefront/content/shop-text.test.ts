import { expect, test } from 'vitest'
import { styledHtml } from './shop-text.tsx'

const frame = { picturesAt: '/media' }

test('a table is called like the heading above it, unless it has a name of its own', () => {
  expect(styledHtml('<table><tbody></tbody></table>', { ...frame, heading: 'Fees & times' })).toContain(
    '<caption class="sr-only">Fees &amp; times</caption>',
  )
  const named = styledHtml('<table><caption>Fees</caption></table>', { ...frame, heading: 'Times' })
  expect(named).toContain('<caption class="sr-only">Fees</caption>')
  expect(named).not.toContain('Times')
})

test('pictures come from where the shop hands them out', () => {
  expect(styledHtml('<img src="/media/a.webp" />', { picturesAt: 'https://cdn.example' })).toBe(
    '<img src="https://cdn.example/a.webp" />',
  )
})
