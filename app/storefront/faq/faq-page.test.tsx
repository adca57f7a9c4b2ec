import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import FaqPage from './faq-page.tsx'

const html = renderToString(
  <MemoryRouter>
    <FaqPage />
  </MemoryRouter>,
)

test('eight questions open and close without any script', () => {
  expect(html.match(/<details/g)).toHaveLength(8)
})

test('whoever finds no answer is led to the contact page', () => {
  expect(html).toMatch(/<a[^>]+href="\/contact"[^>]*>Contact Us<\/a>/)
})
