import { expect, test } from 'vitest'
import { startLate } from './late-start.tsx'

const eager = '<script type="module" async="">import("/assets/entry.js")</script>'

test('the scripts of a page wait: the browser gets them as plain text that the starter runs later', () => {
  expect(startLate(`<body><h1>Shop</h1>${eager}</body>`)).toBe(
    '<body><h1>Shop</h1><script type="text/plain" data-late="">import("/assets/entry.js")</script></body>',
  )
})

test('a page that waits with its scripts does not fetch them ahead', () => {
  const html =
    '<head><link rel="modulepreload" href="/assets/a.js"/><link rel="stylesheet" href="/a.css"/></head>'
  expect(startLate(html)).toBe('<head><link rel="stylesheet" href="/a.css"/></head>')
})

test('small scripts that the page needs at once stay as they are', () => {
  const html = '<script>document.documentElement.dataset.theme="dark"</script>'
  expect(startLate(html)).toBe(html)
})
