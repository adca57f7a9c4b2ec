import { expect, test } from 'vitest'
import type { GatewayStatus } from './gateways/gateway.ts'
import { later } from './schedule.ts'
import { nextStage } from './settle-payment.ts'
import { type Stage, stages } from './stages.ts'

const createdAt = new Date('2026-03-05T09:00:00Z')
const asked = { reference: 'our-reference', amount: 16_500, currency: 'GHS' }
const paid = { ...asked, transactionId: '1' }

function from(stage: Stage, status: GatewayStatus, seconds = 60): string {
  const payment = { ...asked, stage, reason: null, createdAt }
  return nextStage(payment, status, later(createdAt, seconds)).stage
}

const success: GatewayStatus = { is: 'succeeded', paid, raw: '' }
const no: GatewayStatus = { is: 'failed', reason: 'APPROVAL_REJECTED', raw: '' }
const tooLate: GatewayStatus = { is: 'failed', reason: 'EXPIRED', raw: '' }
const back: GatewayStatus = { is: 'refunded', raw: '' }

const open = ['created', 'pending', 'unknown', 'expired_local'] as const
const settled = [
  'succeeded',
  'review',
  'refund_due',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const

test('money that is as agreed pays, from wherever it was given up', () => {
  for (const stage of [...open, 'failed', 'expired'] as const) expect(from(stage, success)).toBe('succeeded')
})

test.each([{ amount: 16_499 }, { amount: null }, { currency: 'EUR' }, { reference: 'another' }])(
  'money that is not as agreed (%j) is looked at by a person',
  (difference) => {
    const status: GatewayStatus = { is: 'succeeded', paid: { ...paid, ...difference }, raw: '' }
    for (const stage of [...open, 'failed', 'expired'] as const) expect(from(stage, status)).toBe('review')
  },
)

test('a no ends what is open, and says whether it was only too late', () => {
  for (const stage of open) {
    expect([from(stage, no), from(stage, tooLate)]).toEqual(['failed', 'expired'])
  }
})

test('what is settled stays, whatever is said later; only money that went back is noticed', () => {
  const words: GatewayStatus[] = [
    success,
    no,
    tooLate,
    { is: 'pending' },
    { is: 'not_found' },
    { is: 'no_answer' },
    { is: 'not_asked' },
  ]
  for (const stage of settled) for (const status of words) expect(from(stage, status, 1e6)).toBe(stage)
  expect(settled.map((stage) => from(stage, back))).toEqual([
    'refunded',
    'review',
    'refunded',
    'refund_pending',
    'refunded',
    'refunded',
  ])
})

test.each([
  { status: 'pending', created: 'pending', unknown: 'pending', pending: 'pending' },
  { status: 'not_found', created: 'unknown', unknown: 'unknown', pending: 'pending' },
  { status: 'no_answer', created: 'unknown', unknown: 'unknown', pending: 'pending' },
] as const)('while it is young, $word leaves it waiting', ({ status, ...expected }) => {
  for (const stage of ['created', 'unknown', 'pending'] as const) {
    expect(from(stage, { is: status })).toBe(expected[stage])
    expect(from(stage, { is: status }, 419)).toBe(expected[stage])
    expect(from(stage, { is: status }, 420)).toBe('expired_local')
  }
})

test('what the gateway does not know after half an hour never reached it', () => {
  expect(from('unknown', { is: 'not_found' }, 1_799)).toBe('expired_local')
  for (const stage of open) expect(from(stage, { is: 'not_found' }, 1_800)).toBe('failed')
})

test('after two days only silence keeps it open', () => {
  const twoDays = 48 * 3_600
  expect(from('expired_local', { is: 'pending' }, twoDays)).toBe('expired')
  expect(from('expired_local', { is: 'no_answer' }, twoDays)).toBe('expired_local')
})

test('silence does not undo a no; only a prompt that is still there does, for two days', () => {
  for (const stage of ['failed', 'expired'] as const) {
    for (const is of ['not_found', 'no_answer'] as const) expect(from(stage, { is })).toBe(stage)
    expect(from(stage, { is: 'pending' })).toBe('expired_local')
    expect(from(stage, { is: 'pending' }, 48 * 3_600)).toBe(stage)
    // A page that somebody could open is no prompt.
    expect(from(stage, { is: 'pending', isIdle: true })).toBe(stage)
  }
})

test('every stage has an answer to every word', () => {
  const words: GatewayStatus[] = [
    success,
    no,
    back,
    { is: 'pending' },
    { is: 'not_found' },
    { is: 'no_answer' },
  ]
  for (const stage of stages) for (const status of words) expect(stages).toContain(from(stage, status))
})
