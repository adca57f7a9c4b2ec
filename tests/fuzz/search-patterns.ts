import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#server/platform/context.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { cruelPatterns } from './cruel-patterns.ts'
import { faultOf } from './judge.ts'
import { type Attack, askPatiently, inHands, openTally, type Tally } from './part.ts'
import type { Target } from './target.ts'

/** A pattern is stopped after two seconds; then its letters are looked for, and the page is read. */
const mostMs = 6_000

/** `size` cruel patterns in the search of the orders, four at once, while somebody else looks at the shop. */
export const searchPatterns: Attack = async (target, size, dice) => {
  const tally = openTally()
  await placeTemptingOrders(target, size >= 500 ? 3 : 1)
  const token = await target.newPerson('admin')
  const chosen = size >= cruelPatterns.length ? cruelPatterns : pick(size, dice)
  // Where every test runs at once, time says nothing.
  const isTimed = size >= 500
  let stopped = 0
  const searching = inHands(4, chosen, async (pattern) => {
    const path = `/api/orders?q=${encodeURIComponent(pattern)}`
    const answer = isTimed
      ? await target.ask('GET', path, { token })
      : await askPatiently(target, ['GET', path, { token }], tally.countReturn)
    const { status, ms } = answer
    tally.count(`q=${pattern}`, ms)
    if (ms > 2_000) stopped++
    const isAnswered = status === 200 || status === 400
    const fault =
      faultOf(answer) ?? (isAnswered ? null : `${status}, but a search finds something or is refused`)
    if (fault !== null) tally.fail(`q=${pattern} → ${fault}`)
    if (isTimed && ms > mostMs) tally.fail(`q=${pattern} took ${Math.round(ms)} ms`)
  })
  const looks = await lookUntil(searching, target, tally, isTimed)
  return tally.outcome(`; ${stopped} stopped after 2 s; ${looks} visits meanwhile`)
}

function pick(size: number, dice: Random): string[] {
  return Array.from({ length: size }, () => cruelPatterns[dice.below(cruelPatterns.length)] ?? '')
}

/** What such patterns are slow with: long texts in which nearly everything fits. */
async function placeTemptingOrders(target: Target, times: number): Promise<void> {
  const jar = await shelve(target.context, { stock: 1_000 })
  const names = ['a', 'ab', 'aé', 'aA1 ', 'xyx', '._-', '𝒶'].map((piece) => piece.repeat(40).slice(0, 78))
  const all = Array.from({ length: times }, () => names).flat()
  await inHands(4, all, async (name) => {
    const order = {
      customer_name: `${name}!`,
      customer_email: `${'a'.repeat(50)}@example.com`,
      customer_phone: '+233 24 123 4567',
      address: 'a'.repeat(80),
      city: 'Tema',
      state: 'Greater Accra Region',
      items: [{ product_id: jar, quantity: 1 }],
    }
    const { status, bytes } = await target.ask('POST', '/api/orders', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    })
    if (status !== 201) throw new Error(`An order was answered ${status}: ${bytes}`)
  })
}

async function lookUntil(
  end: Promise<void>,
  target: Target,
  tally: Tally,
  isTimed: boolean,
): Promise<number> {
  let isOver = false
  const over = end.finally(() => {
    isOver = true
  })
  let looks = 0
  for (; !isOver; looks++) {
    const { status, ms } = await target.ask('GET', looks % 2 === 0 ? '/shop' : '/api/products')
    if (status !== 200) tally.fail(`a visit meanwhile → ${status}`)
    if (isTimed && ms > mostMs) tally.fail(`a visit meanwhile took ${Math.round(ms)} ms`)
    await wait(50)
  }
  await over
  return looks
}
