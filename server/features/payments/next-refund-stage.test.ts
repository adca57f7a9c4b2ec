import { expect, test } from 'vitest'
import type { RefundStatus } from './gateways/gateway.ts'
import { later } from './schedule.ts'
import { nextRefundStage } from './settle-payment.ts'
import { type RefundStage, refundStages } from './stages.ts'

const createdAt = new Date('2026-03-05T09:00:00Z')

function from(stage: RefundStage, status: RefundStatus, seconds = 60): string {
  return nextRefundStage({ stage, reason: null, createdAt }, status, later(createdAt, seconds)).stage
}

const yes: RefundStatus = { is: 'succeeded', gatewayId: '1', raw: '' }
const no: RefundStatus = { is: 'failed', reason: 'NOT_ALLOWED', raw: '' }
const stuck: RefundStatus = { is: 'stuck', reason: 'NEEDS_ATTENTION', raw: '' }
const quiet = [{ is: 'not_found' }, { is: 'no_answer' }, { is: 'not_asked' }] as const

const open = ['created', 'pending', 'unknown'] as const

test('a yes pays back, a no lets go, from wherever it was under way', () => {
  for (const stage of open) expect([from(stage, yes), from(stage, no)]).toEqual(['succeeded', 'failed'])
})

test('what has gone back stays so, and a no can only become a yes', () => {
  for (const status of [no, stuck, { is: 'pending' } as const, ...quiet]) {
    for (const stage of ['succeeded', 'failed'] as const) expect(from(stage, status, 1e7)).toBe(stage)
  }
  expect([from('succeeded', yes), from('failed', yes)]).toEqual(['succeeded', 'succeeded'])
})

test('what waits for a person at the gateway is still under way, with its reason', () => {
  const step = nextRefundStage({ stage: 'pending', reason: null, createdAt }, stuck, createdAt)
  expect(step).toEqual({ stage: 'pending', reason: 'NEEDS_ATTENTION' })
})

test('silence never lets go of money that may be on its way; only nothing there for half an hour does', () => {
  for (const stage of open) {
    expect(from(stage, { is: 'no_answer' }, 1e7)).not.toBe('failed')
    expect(from(stage, { is: 'not_found' }, 1_799)).not.toBe('failed')
    expect(from(stage, { is: 'not_found' }, 1_800)).toBe('failed')
  }
  for (const stage of refundStages) expect(from(stage, { is: 'not_asked' })).toBe(stage)
})
