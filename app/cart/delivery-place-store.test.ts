import { expect, test } from 'vitest'
import { openBrowserStore } from './browser-store.ts'
import { deliveryPlaceKeepsake } from './delivery-place-store.ts'

function open(text: string | null) {
  const kept = { text }
  const storage = {
    getItem: () => kept.text,
    setItem: (_key: string, value: string) => {
      kept.text = value
    },
  }
  return { kept, store: openBrowserStore(deliveryPlaceKeepsake, storage, new EventTarget()) }
}

test('the town that was chosen is known at the next visit', () => {
  const first = open(null)
  first.store.change(() => ({ region: 'Ashanti', city: 'Kumasi' }))
  expect(open(first.kept.text).store.read()).toEqual({ region: 'Ashanti', city: 'Kumasi' })
})

test('a town in a region that Ghana does not have is forgotten', () => {
  expect(open('{"region":"Atlantis","city":"Kumasi"}').store.read()).toBeUndefined()
  expect(open('{"region":"Ashanti","city":"  "}').store.read()).toBeUndefined()
  expect(open('{"region":"Ash').store.read()).toBeUndefined()
})
