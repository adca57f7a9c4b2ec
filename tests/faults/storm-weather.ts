import type { Random } from '#server/platform/context.ts'
import type { MtnPlan } from '#server/testing/fake-mtn-payments.ts'
import type { MtnRefundPlan } from '#server/testing/fake-mtn-refunds.ts'
import type { FakeResponse } from '#server/testing/fake-server.ts'

type Weather = {
  /** What becomes of the next request to pay. */
  plan(): Partial<MtnPlan>
  /** What the network does to the next call; mostly nothing. */
  disturb(call: string): (FakeResponse & { also?: boolean }) | null
  /** What becomes of the next money that goes back. */
  planRefund(): Partial<MtnRefundPlan>
  happens(percent: number): boolean
  /** The network works again. */
  clearUp(): void
}

const reasons = ['APPROVAL_REJECTED', 'NOT_ENOUGH_FUNDS', 'EXPIRED', 'PAYER_NOT_FOUND']
const html = '<html><title>Request Rejected</title></html>'

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
    if (dice < 60) return { secondsPending: below(240) }
    if (dice < 75) return { status: 'FAILED', reason: pick(reasons) ?? '', secondsPending: below(120) }
    if (dice < 83) return { secondsPending: 600 + below(900) }
    if (dice < 88) return { secondsPending: 1_900 + below(3_000) }
    if (dice < 92) return { secondsPending: Number.POSITIVE_INFINITY }
    if (dice < 95) return { reported: { amount: '1.00' } }
    return dice < 97 ? { isLost: true } : { secondsHidden: 20 + below(60) }
  }

  return {
    happens,
    clearUp: () => {
      isStormy = false
    },
    plan: () => ({ ...ending(), callbacks: callbacks() }),
    planRefund: () =>
      happens(20)
        ? { status: 'FAILED', reason: 'NOT_ENOUGH_FUNDS', secondsPending: below(60) }
        : { secondsPending: below(900) },
    disturb(call) {
      if (!isStormy || !happens(10)) return null
      const lost = { status: 202, line: 'cut', also: true } as const
      const isSent = call === 'start' || call === 'refund'
      const slow = { status: isSent ? 202 : 200, afterMs: 5 + below(40), also: true }
      if (call === 'token') return { status: 500, body: { error: 'login_failed' } }
      if (isSent) return pick([lost, { status: 503, body: html }, { status: 500, body: html }, slow]) ?? null
      return (
        pick([
          { status: 500, body: {} },
          { status: 200, body: html },
          { status: 200, line: 'cut' as const },
        ]) ?? null
      )
    },
  }
}
