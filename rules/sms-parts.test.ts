import { expect, test } from 'vitest'
import { countSmsParts, wideLetters } from './sms-parts.ts'

test.each([
  ['nothing', '', 'GSM-7', 0, 1],
  ['the last letter that fits', 'a'.repeat(160), 'GSM-7', 160, 1],
  ['one letter more', 'a'.repeat(161), 'GSM-7', 161, 2],
  ['two full parts', 'a'.repeat(306), 'GSM-7', 306, 2],
  ['one letter over two parts', 'a'.repeat(307), 'GSM-7', 307, 3],
  ['a bracket takes two places', `${'a'.repeat(158)}[`, 'GSM-7', 160, 1],
  ['and one letter with it too many', `${'a'.repeat(159)}[`, 'GSM-7', 161, 2],
  ['ɛ makes all letters wide', `Mɛ${'a'.repeat(68)}`, 'UCS-2', 70, 1],
  ['and one more', `Mɛ${'a'.repeat(69)}`, 'UCS-2', 71, 2],
  ['the sign of the cedi', '₵ 165.00', 'UCS-2', 8, 1],
  ['an emoji takes two places', '😀', 'UCS-2', 2, 1],
] as const)('%s', (_what, text, alphabet, length, parts) => {
  expect(countSmsParts(text)).toEqual({ alphabet, length, parts })
})

test('the letters that make a message dear are named, each once', () => {
  expect(wideLetters('Mɛda wo ase, ₵10 [ɛ]')).toEqual(['ɛ', '₵'])
  expect(wideLetters('Thank you! {Ghs} €')).toEqual([])
})
