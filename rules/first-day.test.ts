import { expect, test } from 'vitest'
import { type StartFacts, startItems, startList } from './first-day.ts'

const firstMorning: StartFacts = {
  hasOwnName: false,
  hasOwnLogo: false,
  hasChatNumber: false,
  hasSavedFees: false,
  hasSavedPayments: false,
  canSendMail: false,
  hasOwnProduct: false,
  hasOwnTexts: false,
  hasOwnOrder: false,
  confirmed: [],
}

const done = (facts: Partial<StartFacts>) =>
  startList({ ...firstMorning, ...facts })
    .filter(({ isDone }) => isDone)
    .map(({ item }) => item)

test('on the first morning nothing is done', () => {
  expect(done({})).toEqual([])
  expect(startList(firstMorning).map(({ item }) => item)).toEqual([...startItems])
})

test.each([
  ['hasOwnName', 'name'],
  ['hasOwnLogo', 'name'],
  ['hasChatNumber', 'phone'],
  ['hasSavedFees', 'fees'],
  ['hasSavedPayments', 'payments'],
  ['canSendMail', 'messages'],
  ['hasOwnProduct', 'product'],
  ['hasOwnTexts', 'texts'],
  ['hasOwnOrder', 'order'],
] as const)('%s finishes “%s” and nothing else', (fact, item) => {
  expect(done({ [fact]: true })).toEqual([item])
})

test('what is right as it is can be ticked by hand', () => {
  expect(done({ confirmed: ['texts', 'fees'] })).toEqual(['fees', 'texts'])
  expect(startList({ ...firstMorning, confirmed: ['fees'] })).toContainEqual({
    item: 'fees',
    isDone: true,
    isConfirmed: true,
  })
})
