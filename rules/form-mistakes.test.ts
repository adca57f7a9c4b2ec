import { expect, test } from 'vitest'
import { hasMistakes, onlyMistakes } from './form-mistakes.ts'

test('only the fields with something to say are kept', () => {
  const mistakes = onlyMistakes({ city: 'City is required', state: null })
  expect(mistakes).toEqual({ city: 'City is required' })
  expect(hasMistakes(mistakes)).toBe(true)
})

test('a form without mistakes can be sent', () => {
  const mistakes = onlyMistakes({ city: null, state: null })
  expect(mistakes).toEqual({})
  expect(hasMistakes(mistakes)).toBe(false)
})
