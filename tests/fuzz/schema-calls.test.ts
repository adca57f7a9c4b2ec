import { expect, test } from 'vitest'
import { placesIn } from './schema-calls.ts'

const fee = {
  type: 'object',
  properties: { cities: { type: 'array', items: { type: 'string' } }, fee: { type: 'number' } },
  required: ['cities', 'fee'],
}

const body = {
  type: 'object',
  properties: { name: { type: 'string' }, fees: { type: 'array', items: fee } },
}

test('every place in a body is found, however deep, and all else stays good', () => {
  const good = { name: 'Adom', fees: [{ cities: ['Tema', 'Accra'], fee: 45 }] }
  const places = placesIn(body, good)
  expect(places.map(({ name }) => name)).toEqual([
    'name',
    'fees',
    'fees.0',
    'fees.0.cities',
    'fees.0.cities.0',
    'fees.0.fee',
  ])
  expect(places.find(({ name }) => name === 'fees.0.cities.0')?.fill("' or 1=1")).toEqual({
    name: 'Adom',
    fees: [{ cities: ["' or 1=1", 'Accra'], fee: 45 }],
  })
})

test('what a good body leaves out is added on the way to a place in it', () => {
  const places = placesIn(body, {})
  expect(places.find(({ name }) => name === 'fees.0.cities.0')?.fill('Ho')).toEqual({
    fees: [{ cities: ['Ho'], fee: 1 }],
  })
})
