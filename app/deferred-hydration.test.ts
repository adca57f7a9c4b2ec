import { expect, test } from 'vitest'
import { startLate } from './deferred-hydration.tsx'

const eager = '<script type="module" async="">import("/assets/entry.js")</script>'

test('the scripts of a page wait: the browser gets them as plain text that the starter runs later', () => {
  expect(startLate(`<body><h1>Shop</h1>${eager}</body>`)).toBe(
    '<body><h1>Shop</h1><script type="text/plain" data-late="" data-files="">import("/assets/entry.js")</script></body>',
  )
})

test('a page that waits with its scripts does not fetch them ahead', () => {
  const preloads =
    '<link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/>'
  const html = startLate(`<head>${preloads}<link rel="stylesheet" href="/a.css"/></head>${eager}`)
  expect(html).toMatch('<head><link rel="stylesheet" href="/a.css"/></head>')
  expect(html).toContain('data-files="/assets/a.js /assets/b.js"')
})

test('small scripts that the page needs at once stay as they are', () => {
  const html = '<script>document.documentElement.dataset.theme="dark"</script>'
  expect(startLate(html)).toBe(html)
})
