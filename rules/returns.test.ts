import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceOf, noMoney, type OrderMoney, withRefund, withRepayment } from './order-ledger.ts'
import {
  arrivalMistake,
  isOpenReturn,
  largestCredit,
  mayReturnMove,
  piecesOf,
  policyHint,
  type ReturnState,
  repaymentFor,
  returnableOf,
  returnMistake,
  returnStateOf,
  returnStates,
  worthOf,
  worthOfReturn,
} from './returns.ts'

test('a return ends settled, refused or withdrawn, and comes from none of them back', () => {
  const ends = returnStates.filter((from) => returnStates.every((to) => !mayReturnMove(from, to)))
  expect(ends).toEqual(['settled', 'refused', 'withdrawn'])
  expect(returnStates.filter(isOpenReturn)).toEqual(['asked', 'fetched', 'received'])
})

test('money is decided about only when the products are here', () => {
  expect(returnStates.filter((from) => mayReturnMove(from, 'settled'))).toEqual(['received'])
})

test('an order says of its returns how far the last of them is', () => {
  expect(returnStateOf([])).toBeNull()
  expect(returnStateOf(['refused', 'withdrawn'])).toBeNull()
  expect(returnStateOf(['settled', 'refused'])).toBe('settled')
  expect(returnStateOf(['settled', 'asked', 'received'])).toBe('asked')
})

const delivered = new Date('2026-03-01T10:00:00Z')

test.each([
  ['unopened', '2026-03-31T09:00:00Z', 'Unopened: 30 days, until Mar 31, 2026', false],
  ['unopened', '2026-03-31T11:00:00Z', 'Unopened: 30 days, over for 1 day', true],
  ['used', '2026-03-15T09:00:00Z', 'Opened or used: 14 days, until Mar 15, 2026', false],
  ['used', '2026-03-20T09:00:00Z', 'Opened or used: 14 days, over for 5 days', true],
] as const)('the policy on what is %s, at %s: %s', (condition, now, text, isLate) => {
  expect(policyHint(condition, delivered, new Date(now))).toEqual({ text, isLate })
})

const line = { productId: 1, quantity: 3 }
const back = (state: ReturnState, quantity: number, toShelf = 0, writtenOff = 0) => ({
  state,
  lines: [{ productId: 1, quantity, toShelf, writtenOff }],
})

test('what was asked for is not asked for twice; what did not arrive, or was given up, can come back later', () => {
  expect(returnableOf(line, [])).toBe(3)
  expect(returnableOf(line, [back('asked', 2)])).toBe(1)
  expect(returnableOf(line, [back('received', 2, 1, 0)])).toBe(2)
  expect(returnableOf(line, [back('settled', 2, 1, 1), back('refused', 1), back('withdrawn', 3)])).toBe(1)
})

test('a line that comes back piece by piece is worth exactly what was paid for it', () => {
  const sold = { quantity: 3, pricePerItem: 10_00, discount: 1_00 }
  expect([worthOf(sold, 0, 1), worthOf(sold, 1, 1), worthOf(sold, 2, 1)]).toEqual([966, 967, 967])
  const price = fc.integer({ min: 0, max: 100_000 })
  const any = fc.record({
    quantity: fc.integer({ min: 1, max: 50 }),
    pricePerItem: price,
    share: fc.nat(100),
  })
  fc.assert(
    fc.property(any, fc.array(fc.integer({ min: 1, max: 9 })), ({ quantity, pricePerItem, share }, parts) => {
      const discount = Math.floor((quantity * pricePerItem * share) / 100)
      const line = { quantity, pricePerItem, discount }
      let [before, worth] = [0, 0]
      for (const part of [...parts, quantity]) {
        const pieces = Math.min(part, quantity - before)
        const each = worthOf(line, before, pieces)
        expect(each).toBeGreaterThanOrEqual(0)
        worth += each
        before += pieces
      }
      expect(worth).toBe(quantity * pricePerItem - discount)
    }),
  )
})

test('only what arrived is worth something, and only once', () => {
  const sold = [{ productId: 1, quantity: 3, pricePerItem: 10_00, discount: 1_00 }]
  expect(worthOfReturn(sold, back('received', 3, 1, 1), [])).toBe(19_33)
  expect(worthOfReturn(sold, back('received', 1, 0, 1), [back('settled', 2, 1, 1)])).toBe(9_67)
  expect(worthOfReturn(sold, back('received', 1, 0, 0), [])).toBe(0)
})

test('a gesture that was paid back before is not paid back once more with the return', () => {
  expect(largestCredit(100_00, { cost: 70_00 })).toBe(70_00)
})

test.each([
  ['paid in full', 60_00, { cost: 100_00, kept: 100_00 }, 100_00, 60_00],
  ['not paid at all', 60_00, { cost: 100_00, kept: 0 }, 0, 0],
  ['paid in part: the order only costs less', 60_00, { cost: 100_00, kept: 30_00 }, 30_00, 0],
  ['paid in part, and too much of it', 60_00, { cost: 100_00, kept: 70_00 }, 70_00, 30_00],
  ['paid in two ways', 60_00, { cost: 100_00, kept: 100_00 }, 20_00, 20_00],
])('what goes back of an order that was %s', (_, credit, money, available, expected) => {
  expect(repaymentFor(credit, money, available)).toBe(expected)
})

test('nobody opens a return of nothing, of too much, or of something twice, nor without saying why', () => {
  const returnable = new Map([[1, 2]])
  const asked = { productId: 1, quantity: 1, reason: 'damaged', condition: 'used' } as const
  expect(returnMistake([asked], '', returnable)).toBeNull()
  expect(returnMistake([], '', returnable)?.lines).toBe('Please choose what comes back')
  expect(returnMistake([{ ...asked, quantity: 3 }], '', returnable)?.lines).toMatch(/^At most 2/)
  expect(returnMistake([{ ...asked, productId: 2 }], '', returnable)?.lines).toMatch(/in a return already/)
  expect(returnMistake([asked, asked], '', returnable)?.lines).toMatch(/twice/)
  expect(returnMistake([{ ...asked, reason: 'other' }], '', returnable)?.note).toMatch(/why/)
  expect(returnMistake([{ ...asked, reason: 'other' }], 'Smells', returnable)).toBeNull()
})

test('fewer may arrive than were asked for, but neither more nor none, and nothing else', () => {
  const { lines } = back('asked', 2)
  const arrived = (toShelf: number, writtenOff: number, productId = 1) => [{ productId, toShelf, writtenOff }]
  expect(arrivalMistake(lines, arrived(1, 0))).toBeNull()
  expect(arrivalMistake(lines, arrived(1, 1))).toBeNull()
  expect(arrivalMistake(lines, arrived(2, 1))).toMatch(/^More than the 2/)
  expect(arrivalMistake(lines, arrived(0, 0))).toMatch(/^Nothing has arrived/)
  expect(arrivalMistake(lines, arrived(1, 0, 2))).toMatch(/once/)
  expect(arrivalMistake(lines, [])).toMatch(/^Nothing has arrived/)
})

const paid: OrderMoney = {
  status: 'Delivered',
  paymentMethod: 'whatsapp',
  total: 110_00,
  waived: 0,
  returned: 0,
  ...noMoney,
  paidCash: 110_00,
  paymentState: null,
  paidAt: null,
}

test('what came back is to be paid back until it is, and is no gesture', () => {
  const settled = { ...paid, returned: 60_00 }
  expect(balanceOf(settled)).toMatchObject({ cost: 50_00, toPayBack: 60_00, paymentState: 'Refund due' })
  const repaid = { ...settled, ...withRepayment(settled, 60_00), paidBack: 60_00 }
  expect(balanceOf(repaid)).toMatchObject({ cost: 50_00, toPayBack: 0, paymentState: 'Paid' })
  expect(repaid.waived).toBe(0)
})

test('an order that came back whole and was paid back is refunded, by hand or by the gateway', () => {
  const all = { ...paid, returned: 110_00 }
  const byHand = { ...all, ...withRepayment(all, 110_00), paidBack: 110_00 }
  expect(balanceOf(byHand)).toMatchObject({ cost: 0, kept: 0, paymentState: 'Refunded' })
  const online: OrderMoney = { ...all, paymentMethod: 'mtn_momo', paidCash: 0, paidOnline: 110_00 }
  const wentBack = {
    ...online,
    ...withRefund(online, 110_00),
    refunded: 110_00,
    paymentState: 'refunded',
  } as const
  expect(balanceOf(wentBack)).toMatchObject({ cost: 0, kept: 0, open: 0, paymentState: 'Refunded' })
})

test('whatever comes back and is paid back, an order never costs less than nothing, and nothing goes back twice', () => {
  const deed = fc.record({ kind: fc.constantFrom('return', 'repay', 'gesture'), amount: fc.nat(120_00) })
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 12 }), (deeds) => {
      let order = paid
      for (const { kind, amount } of deeds) {
        const { cost, kept, toPayBack } = balanceOf(order)
        if (kind === 'return')
          order = { ...order, returned: order.returned + largestCredit(amount, { cost }) }
        else {
          const back = Math.min(amount, kind === 'repay' ? toPayBack : kept)
          order = { ...order, ...withRepayment(order, back), paidBack: order.paidBack + back }
        }
        const after = balanceOf(order)
        expect(after.cost).toBeGreaterThanOrEqual(0)
        expect(order.waived + order.returned).toBeLessThanOrEqual(order.total)
        expect(after.kept).toBe(110_00 - order.paidBack)
        expect(after.toPayBack).toBe(after.kept - after.cost)
      }
    }),
  )
})

test('a return stands for what was asked for until it is here', () => {
  const [asked = { productId: 1, quantity: 0, toShelf: 0, writtenOff: 0 }] = back('asked', 3, 1, 1).lines
  const pieces = returnStates.map((state) => [state, piecesOf(state, asked)])
  expect(Object.fromEntries(pieces)).toEqual({
    ...{ asked: 3, fetched: 3, received: 2, settled: 2 },
    ...{ refused: 0, withdrawn: 0 },
  })
})
