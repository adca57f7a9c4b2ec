import { type Stored, stored } from '../data/stored.ts'

export type ShopClock = ReturnType<typeof openShopClock>

/** A phone's clock that is this near to the shop's is more exact than what a header says in whole seconds. */
const toleranceMs = 5_000

type Clocks = { wall(): number; steady(): number }

/** How far the phone's clock was behind the shop's, and when that was. A page that is opened again without a network needs it. */
type Measured = { offset: number; at: number }

type OffsetStore = Pick<Stored<Measured | null>, 'read' | 'write'>

const phoneOffset = stored('adom_shop_clock', (content): Measured | null => {
  const { offset, at } = Object(content)
  return Number.isFinite(offset) && Number.isFinite(at) ? { offset, at } : null
})

const phoneClocks: Clocks = { wall: () => Date.now(), steady: () => performance.now() }

/**
 * What time it is in the shop. Between two answers of the shop the steady clock counts, so that a phone whose clock is wrong,
 * or put right while taps wait, still knows when they were made.
 */
export function openShopClock({ wall, steady }: Clocks = phoneClocks, measured: OffsetStore = phoneOffset) {
  const last = measured.read()
  // A clock that shows less than when it was measured was put back since, so what was measured holds no more.
  const offset = last && wall() >= last.at ? last.offset : 0
  let base = wall() - steady() + offset
  const marks = new Map<string, number>()
  const now = () => {
    const counted = base + steady()
    return isNear(wall(), counted) ? wall() : counted
  }
  return {
    now,
    /** The moment of a tap that was made on this page. */
    mark(key: string): string {
      marks.set(key, steady())
      return new Date(now()).toISOString()
    },
    /** When a tap was made, as far as is known by now: the shop may have told the time only after it. */
    timeOf({ key, tappedAt }: { key: string; tappedAt: string }): string {
      const mark = marks.get(key)
      if (mark === undefined) return tappedAt
      const made = base + mark
      return isNear(Date.parse(tappedAt), made) ? tappedAt : new Date(made).toISOString()
    },
    /** The `Date` of an answer that has just come. */
    setBy(date: string | null): void {
      const told = Date.parse(date ?? '')
      if (Number.isNaN(told)) return
      if (!isNear(told, base + steady())) base = told - steady()
      const now = isNear(told, wall()) ? 0 : told - wall()
      if (now !== 0 || measured.read()) measured.write({ offset: now, at: wall() })
    },
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < toleranceMs
}
