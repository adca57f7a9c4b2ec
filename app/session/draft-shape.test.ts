import { expect, test } from 'vitest'
import {
  isFlag,
  isNumber,
  isText,
  listOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  shapeOf,
} from './draft-shape.ts'

type Basket = {
  name: string
  kind: 'small' | 'large'
  isFull: boolean
  rows: { id: number; note: string | null }[]
  texts: Record<'front' | 'back', string>
  fields: Record<string, string>
  version?: string | undefined
}

const isBasket = shapeOf<Basket>({
  name: isText,
  kind: oneOf(['small', 'large']),
  isFull: isFlag,
  rows: listOf(shapeOf({ id: isNumber, note: orNull(isText) })),
  texts: recordOf(isText, ['front', 'back']),
  fields: recordOf(isText),
  version: optional(isText),
})

const basket: Basket = {
  name: '',
  kind: 'small',
  isFull: false,
  rows: [{ id: 1, note: null }],
  texts: { front: '', back: 'Soap' },
  fields: { any: 'thing' },
}

test('a draft with its whole shape comes back, whatever is wrong in it', () => {
  for (const kept of [basket, { ...basket, version: '7', rows: [], fields: {} }])
    expect(isBasket(JSON.parse(JSON.stringify(kept)))).toBe(true)
})

test.each<[what: string, kept: unknown]>([
  ['nothing', null],
  ['a list', [basket]],
  ['a missing field', { ...basket, name: undefined }],
  ['a number for a text', { ...basket, name: 7 }],
  ['a choice that is no longer there', { ...basket, kind: 'huge' }],
  ['a text for a switch', { ...basket, isFull: 'on' }],
  ['a damaged row', { ...basket, rows: [...basket.rows, { id: 2 }] }],
  ['rows that are no list', { ...basket, rows: basket.rows[0] }],
  ['a missing name', { ...basket, texts: { front: '' } }],
  ['a field that is no text', { ...basket, fields: { any: null } }],
  ['a version of another kind', { ...basket, version: 7 }],
])('%s is no draft', (_, kept) => {
  expect(isBasket(kept)).toBe(false)
})
