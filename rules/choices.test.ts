import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  choiceKind,
  isBarcode,
  isColour,
  lowestPrice,
  measureIn,
  nameWithLabel,
  nameWithoutLabel,
  shownFirst,
} from './choices.ts'

test('the name of a product says which size or shade it is, once', () => {
  expect(nameWithLabel('Glow Serum', '50 ml')).toBe('Glow Serum 50 ml')
  expect(nameWithLabel('Glow Serum 50 ML', '50 ml')).toBe('Glow Serum 50 ML')
  expect(nameWithLabel('x'.repeat(118), '50 ml')).toBe(`${'x'.repeat(114)} 50 ml`)
  expect(nameWithLabel('Glow Serum', 'S')).toBe('Glow Serum S')
  expect(nameWithLabel('Glow Serum 15 ml', '5 ml')).toBe('Glow Serum 15 ml 5 ml')
  const word = fc.stringMatching(/^[a-z]{1,20}( [a-z]{1,20})?$/)
  fc.assert(
    fc.property(word, word, (name, label) => {
      const whole = nameWithLabel(name, label)
      expect(whole.toLowerCase()).toContain(label)
      expect(nameWithLabel(whole, label)).toBe(whole)
    }),
  )
})

test('an article is called like its products, without what tells them apart', () => {
  expect(nameWithoutLabel('Glow Serum, 50 ml', '50 ML')).toBe('Glow Serum')
  expect(nameWithoutLabel('Glow Serum', '50 ml')).toBe('Glow Serum')
  expect(nameWithoutLabel('50 ml', '50 ml')).toBe('50 ml')
})

test('the measure at the end of a name is a size', () => {
  expect(measureIn('Glow Serum 30ml')).toBe('30ml')
  expect(measureIn('Shea Butter 1.5 kg')).toBe('1.5 kg')
  expect(measureIn('Vitamin C 20')).toBe('')
})

const choice = (price: number, stock: number) => ({ label: '', price, stock })

test('the first that can be bought stands for all of them', () => {
  expect(shownFirst([choice(1, 0), choice(2, 3), choice(3, 4)])?.price).toBe(2)
  expect(shownFirst([choice(1, 0), choice(2, 0)])?.price).toBe(1)
  expect(shownFirst([])).toBeUndefined()
})

test('a price is a lowest one only where another is higher', () => {
  expect(lowestPrice([choice(500, 1), choice(300, 0), choice(300, 2)])).toBe(300)
  expect(lowestPrice([choice(500, 1), choice(500, 2)])).toBeNull()
})

test('choices with a colour are shades', () => {
  expect(choiceKind([{ colour: undefined }, { colour: '#aa3355' }])).toBe('Shade')
  expect(choiceKind([{ colour: undefined }])).toBe('Size')
  expect([isColour('#aa3355'), isColour('red'), isColour('#aa3'), isColour('#aa3355;')]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a barcode is known by its last digit', () => {
  for (const code of ['4006381333931', '96385074', '036000291452']) expect(isBarcode(code)).toBe(true)
  for (const code of ['4006381333932', 'ADOM-1', '123', '']) expect(isBarcode(code)).toBe(false)
})
