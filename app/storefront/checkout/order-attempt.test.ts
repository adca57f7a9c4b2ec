import { expect, test } from 'vitest'
import { isTrackingCode } from '#rules/tracking-code.ts'
import { attemptKey, makeAttempt, openAttempts } from './order-attempt.ts'

function openPhone() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const forbidden = () => {
  throw new Error('storage is forbidden')
}

test('an attempt stays the same until it has ended, in every tab and after a reload', () => {
  const phone = openPhone()
  const first = openAttempts(phone, makeAttempt).current()
  expect(openAttempts(phone, makeAttempt).current()).toEqual(first)
})

/** Two tabs show one cart; the first has sent it and been answered. */
function openTwoTabs() {
  const phone = openPhone()
  const [one, other] = [openAttempts(phone, makeAttempt), openAttempts(phone, makeAttempt)]
  one.begin()
  other.begin()
  const sent = one.current()
  one.end()
  return { other, sent }
}

test('tabs that show one cart send one attempt, also when the first has just been answered', () => {
  const { other, sent } = openTwoTabs()
  expect(other.current()).toEqual(sent)
})

test('a cart filled anew in a tab that stayed open begins a new attempt', () => {
  const { other, sent } = openTwoTabs()
  other.begin()
  expect(other.current()).not.toEqual(sent)
})

test('after the end a new order has a new key and a new code', () => {
  const attempts = openAttempts(openPhone(), makeAttempt)
  const first = attempts.current()
  attempts.end()
  const second = attempts.current()
  expect(second.key).not.toBe(first.key)
  expect(second.trackingCode).not.toBe(first.trackingCode)
})

test('where nothing can be stored the attempt lasts as long as the page', () => {
  for (const storage of [null, { getItem: forbidden, setItem: forbidden, removeItem: forbidden }]) {
    const attempts = openAttempts(storage, makeAttempt)
    const first = attempts.current()
    expect(attempts.current()).toEqual(first)
    attempts.end()
    expect(attempts.current()).not.toEqual(first)
  }
})

test.each(['', '{', '"text"', '{"key":"short","trackingCode":"K7P2QX"}', '{"key":null}'])(
  'a damaged attempt (%s) is replaced',
  (text) => {
    const phone = openPhone()
    phone.setItem(attemptKey, text)
    const { key, trackingCode } = openAttempts(phone, makeAttempt).current()
    expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(isTrackingCode(trackingCode)).toBe(true)
  },
)

test('codes use every letter and digit', () => {
  const seen = new Set(Array.from({ length: 600 }, () => makeAttempt().trackingCode).join(''))
  expect(seen.size).toBe(36)
})
