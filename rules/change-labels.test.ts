import { expect, test } from 'vitest'
import { type Change, changeLabels } from './change-labels.ts'

const change: Change = {
  by: { name: 'Ama' },
  thing: 'product',
  thing_name: 'Glow Serum',
  action: 'changed the product',
  before: {},
  after: {},
}

test('one field that changed is told in a sentence, with money as money', () => {
  expect(changeLabels({ ...change, before: { price: 120 }, after: { price: 140.5 } })).toEqual({
    sentence: 'Ama changed the price of Glow Serum from Ghs 120.00 to Ghs 140.50',
    fields: [],
  })
  const order = { ...change, thing: 'order', thing_name: 'K7P2QX', action: 'changed the status' }
  expect(
    changeLabels({ ...order, before: { status: 'Pending' }, after: { status: 'Shipped' } }).sentence,
  ).toBe('Ama changed the status of K7P2QX from Pending to Shipped')
  const level = { ...change, thing: 'settings', thing_name: null, action: 'changed the low-stock level' }
  expect(changeLabels({ ...level, before: { level: 5 }, after: { level: 8 } }).sentence).toBe(
    'Ama changed the low-stock level from 5 to 8',
  )
  const fees = {
    ...level,
    action: 'changed the delivery fees',
    before: { Tema: 'Ghs 55.00' },
    after: { Tema: 'Ghs 60.00' },
  }
  expect(changeLabels(fees).sentence).toBe('Ama changed the delivery fees: Tema from Ghs 55.00 to Ghs 60.00')
  const name = {
    ...level,
    action: 'changed the name of the shop',
    before: { name: 'Adom' },
    after: { name: 'Glow' },
  }
  expect(changeLabels(name).sentence).toBe('Ama changed the name of the shop from Adom to Glow')
})

test('several fields, and long texts, stand below the sentence', () => {
  const several = {
    ...change,
    before: { stock_quantity: 1, featured: false },
    after: { stock_quantity: 4, featured: true },
  }
  expect(changeLabels(several)).toEqual({
    sentence: 'Ama changed the product Glow Serum',
    fields: [
      { name: 'stock quantity', before: '1', after: '4' },
      { name: 'featured', before: 'no', after: 'yes' },
    ],
  })
  const long = { ...change, before: { description: 'a'.repeat(90) }, after: { description: '' } }
  expect(changeLabels(long).fields).toEqual([
    { name: 'description', before: 'a'.repeat(90), after: 'nothing' },
  ])
})

test('numbers that stand for people and pictures are left out, and counted money is money', () => {
  const after = { driver: '3f8d0f77-011e-45fe-b2be-b954d65f065e', expected: 120, counted: 119.5, note: '' }
  const words = changeLabels({
    ...change,
    thing: 'hand-over',
    thing_name: 'Kwame',
    action: 'confirmed a hand-over of cash',
    after,
  })
  expect(words.sentence).toBe('Ama confirmed a hand-over of cash: Kwame')
  expect(words.fields.map(({ after }) => after)).toEqual(['Ghs 120.00', 'Ghs 119.50', 'nothing'])
})

test('what was made or deleted keeps its name, also when the shop has forgotten it', () => {
  const deleted = {
    ...change,
    thing_name: null,
    action: 'deleted the product',
    before: { name: 'Old Balm', price: 9 },
  }
  expect(changeLabels(deleted).sentence).toBe('Ama deleted the product Old Balm')
  expect(changeLabels(deleted).fields.map(({ after }) => after)).toEqual(['nothing', 'nothing'])
  expect(
    changeLabels({ ...change, action: 'added the product', after: { name: 'Glow Serum' } }).sentence,
  ).toBe('Ama added the product Glow Serum')
})

test('who it was: a person, the shop itself, or an account that is gone', () => {
  const hidden = { ...change, thing: 'testimonial', thing_name: 'Kofi', action: 'hid the testimonial' }
  const after = { hidden: true }
  expect(changeLabels({ ...hidden, after })).toEqual({
    sentence: 'Ama hid the testimonial of Kofi',
    fields: [],
  })
  expect(changeLabels({ ...hidden, by: 'shop', after }).sentence).toMatch(/^The shop hid/)
  expect(changeLabels({ ...hidden, by: null, after }).sentence).toMatch(/^A deleted account hid/)
})

test('the name stands where it is spoken of', () => {
  const order = { ...change, thing: 'order', thing_name: 'K7$&QX' }
  const given = { ...order, action: 'gave the order to a driver', after: { driver: 'Kwame' } }
  expect(changeLabels(given).sentence).toBe('Ama gave the order K7$&QX to a driver')
  expect(changeLabels({ ...order, action: 'took an order' }).sentence).toBe('Ama took an order: K7$&QX')
})

test('roles are told as what people became', () => {
  const team = { ...change, thing: 'team', thing_name: 'Kofi', action: 'gave a role' }
  expect(changeLabels({ ...team, after: { driver: true } }).sentence).toBe('Ama made Kofi a driver')
  expect(changeLabels({ ...team, after: { admin: false } }).sentence).toBe(
    'Ama decided that Kofi is no longer an admin',
  )
})
