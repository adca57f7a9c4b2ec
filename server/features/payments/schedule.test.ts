import { expect, test } from 'vitest'
import { later, nextCheckAt } from './schedule.ts'
import type { Stage } from './stages.ts'

const start = new Date('2026-03-05T09:00:00Z')

/** Every moment at which the gateway is asked, in seconds after the start. */
function questions(stage: Stage, until: number, wokenAt: Date | null = null): number[] {
  const asked: number[] = []
  for (let now = start; ; ) {
    const askedAt = now === start ? null : now
    const next = nextCheckAt({ stage, createdAt: start, stageAt: start, wokenAt, askedAt }, now)
    const seconds = next ? (next.getTime() - start.getTime()) / 1_000 : Number.POSITIVE_INFINITY
    if (next === null || seconds > until) return asked
    asked.push(seconds)
    now = next
  }
}

test('an open payment is asked about often at first, then less and less', () => {
  expect(questions('pending', 7 * 60)).toEqual([
    5, 10, 20, 30, 45, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330, 360, 390, 420,
  ])
  const minutes = questions('expired_local', 2 * 86_400).map((seconds) => seconds / 60)
  expect(minutes.slice(-7)).toEqual([10, 15, 30, 60, 360, 1_440, 2_880])
})

test('a gateway that is silent for days is asked every six hours', () => {
  const days = questions('expired_local', 4 * 86_400).map((seconds) => seconds / 3_600)
  expect(days.slice(-4)).toEqual([78, 84, 90, 96])
})

test('after a no the gateway is asked twice more', () => {
  expect(questions('failed', 1e9)).toEqual([600, 86_400])
  expect(questions('expired', 1e9)).toEqual([600, 86_400])
})

test('after a call the gateway is asked soon, and then again, never twice in five seconds', () => {
  const woken = later(start, 100)
  expect(questions('pending', 200, woken).filter((seconds) => seconds >= 100)).toEqual([
    100, 105, 115, 120, 150, 160, 180,
  ])
  expect(questions('failed', 200, later(start, 0))).toEqual([5, 15, 60])
})

test('money that was paid is asked about again for three months, and at each call; what is under review or on its way back is not', () => {
  for (const stage of ['succeeded', 'questioned', 'refund_due', 'partially_refunded', 'refunded'] as const) {
    expect(questions(stage, 1e9, later(start, 100))).toEqual([
      100, 160, 3_600, 86_400, 259_200, 864_000, 2_592_000, 7_776_000,
    ])
  }
  for (const stage of ['review', 'refund_pending'] as const) {
    expect(questions(stage, 1e9, start)).toEqual([])
  }
})
