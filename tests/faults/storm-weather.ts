import type { Random } from '#server/platform/context.ts'
import type { MtnPlan } from '#server/testing/fake-mtn-payments.ts'
import type { MtnRefundPlan } from '#server/testing/fake-mtn-refunds.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'

export type Weather = {
  /** What becomes of the next request to pay. */
  plan(): Partial<MtnPlan>
  /** What the network does to the next call; mostly nothing, but a third of all starts hang or are answered late. */
  disturb(call: string): (FakeResponse & { also?: boolean }) | null
  /** What becomes of the next money that goes back. */
  planRefund(): Partial<MtnRefundPlan>
  happens(percent: number): boolean
  below(limit: number): number
  /** The network works again. */
  clearUp(): void
}

const reasons = ['APPROVAL_REJECTED', 'NOT_ENOUGH_FUNDS', 'EXPIRED', 'PAYER_NOT_FOUND']
const html = '<html><title>Request Rejected</title></html>'

/** Longer than the shop waits for any answer. */
const hangsMs = 11_500

/** Bad weather, the same for the same dice. */
export function openWeather({ below }: Random): Weather {
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const happens = (percent: number) => below(100) < percent
  let isStormy = true

  /** Three in ten are lost, late, doubled or early. */
  function callbacks(): readonly number[] {
    if (!happens(30)) return [0]
    return pick([[], [], [120], [600], [0, 0, 180], [0, 1, 2, 3], [-5], [-20, 60]]) ?? []
  }

  function ending(): Partial<MtnPlan> {
    const dice = below(100)
    if (dice < 50) return { secondsPending: below(240) }
    if (dice < 55) return { secondsPending: below(120), secondsPaid: 60 + below(86_400) }
    if (dice < 70) return { status: 'FAILED', reason: pick(reasons) ?? '', secondsPending: below(120) }
    if (dice < 78) return { secondsPending: 600 + below(900) }
    if (dice < 83) return { secondsPending: 1_900 + below(3_000) }
    if (dice < 87) return { secondsPending: Number.POSITIVE_INFINITY }
    if (dice < 90) return { reported: { amount: '1.00' } }
    if (dice < 95) return { timesReported: 100, secondsPending: below(120) }
    return dice < 97 ? { isLost: true } : { secondsHidden: 20 + below(60) }
  }

  function planRefund(): Partial<MtnRefundPlan> {
    const no = { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS', secondsPending: below(60) } as const
    if (happens(15)) return no
    return happens(20) ? { ...no, secondsFailed: 60 + below(2 * 86_400) } : { secondsPending: below(900) }
  }

  /** Late, or never; the gateway has taken it all the same, most of the time. */
  function hang(status: number): FakeResponse & { also?: boolean } {
    return { status, afterMs: happens(60) ? 4_000 + below(6_000) : hangsMs, also: !happens(20) }
  }

  function disturb(call: string): (FakeResponse & { also?: boolean }) | null {
    const isStart = call === 'start' || call === 'initialize'
    const isSent = isStart || call === 'refund'
    const status = call === 'start' || call === 'refund' ? 202 : 200
    if (isStormy && isStart && happens(33)) return hang(status)
    if (!isStormy || !happens(10)) return null
    const lost = { status, line: 'cut', also: true } as const
    const slow = { status, afterMs: 5 + below(40), also: true }
    if (call === 'token') return { status: 500, body: { error: 'login_failed' } }
    if (isSent) return pick([lost, { status: 503, body: html }, { status: 500, body: html }, slow]) ?? null
    if (happens(3)) return { status, afterMs: hangsMs, also: true }
    return (
      pick([
        { status: 500, body: {} },
        { status: 200, body: html },
        { status: 200, line: 'cut' as const },
      ]) ?? null
    )
  }

  return {
    happens,
    below,
    clearUp: () => {
      isStormy = false
    },
    plan: () => ({ ...ending(), callbacks: callbacks() }),
    planRefund,
    disturb,
  }
}
