import { expect, test } from 'vitest'
import { scrollableTables } from './post-page.tsx'

test('every table in a post gets a frame that can be scrolled by keyboard', () => {
  const html = scrollableTables(
    '<p>a</p><table><tr><td>1</td></tr></table><table style="text-align:left"></table>',
  )
  expect(html.match(/<div [^>]*tabindex="0"><table[ >]/g)).toHaveLength(2)
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(2)
})

test('a post without tables stays as it is', () => {
  const html = '<h2>Tables</h2><p>A tablespoon of shea.</p>'
  expect(scrollableTables(html)).toBe(html)
})
