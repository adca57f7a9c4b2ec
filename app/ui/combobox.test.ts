import { expect, test } from 'vitest'
import { matchingSuggestions, nextLine, suggestionCount } from './combobox.tsx'

const towns = ['Accra', 'Osu, Accra', 'Tema', 'Ashaiman', 'Cape Coast', 'Kɔforidua', 'Hohoɛ'].map((text) => ({
  text,
}))
const found = (typed: string) => matchingSuggestions(towns, typed).map(({ text }) => text)

test('an empty field suggests everything in its own order', () => {
  expect(found('  ')).toEqual(towns.map(({ text }) => text))
})

test('what begins with the typed letters comes before what only contains them', () => {
  expect(found('ac')).toEqual(['Accra', 'Osu, Accra'])
})

test('case does not matter, and later words are found with the words after them', () => {
  expect(found('CAPE C')).toEqual(['Cape Coast'])
  expect(found('coast')).toEqual(['Cape Coast'])
})

test('letters in the middle of a word find nothing', () => {
  expect(found('oast')).toEqual([])
})

test('a keyboard without the letters of Akan and Ewe finds the towns that have them', () => {
  expect(found('kofo')).toEqual(['Kɔforidua'])
  expect(found('hohoe')).toEqual(['Hohoɛ'])
})

test('arrows go round the list, starting from the field', () => {
  expect(nextLine(-1, 1, 3)).toBe(0)
  expect(nextLine(-1, -1, 3)).toBe(2)
  expect(nextLine(2, 1, 3)).toBe(0)
  expect(nextLine(0, -1, 3)).toBe(2)
  expect(nextLine(-1, 1, 0)).toBe(-1)
})

test('the number of suggestions is said in words', () => {
  expect([0, 1, 12].map(suggestionCount)).toEqual(['No suggestions', '1 suggestion', '12 suggestions'])
})
