import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slugOf } from './slug.ts'

const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

test.each([
  ['Five Ways to Use Shea Butter', 'five-ways-to-use-shea-butter'],
  ['Ɛyɛ fɛ: Ɔdɔ & ŋutɔ', 'eye-fe-odo-and-nuto'],
  ['Crème brûlée à Paris', 'creme-brulee-a-paris'],
  ['ɛ́ ɔ̃ Ŋ Ɖ Ƒ Ɣ Ʋ', 'e-o-n-d-f-g-v'],
  ["Ama's  glow -- at 50%!", 'amas-glow-at-50'],
  ['../../etc/passwd', 'etc-passwd'],
  ['<script>alert(1)</script>', 'script-alert-1-script'],
  ['ﬁne skin', 'fine-skin'],
  ['!!!', ''],
  ['', ''],
])('"%s" is found at "%s"', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a long title is cut between two words', () => {
  const slug = slugOf('Everything that we know about moisturizers '.repeat(5))
  expect(slug).toBe('everything-that-we-know-about-moisturizers-everything-that-we-know-about')
})

test('whatever the title, its address is short, clean and stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyLetter, maxLength: 100 }), (title) => {
      const slug = slugOf(title)
      expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/)
      expect(slug.length).toBeLessThanOrEqual(80)
      expect(slugOf(slug)).toBe(slug)
    }),
  )
})
