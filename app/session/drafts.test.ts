import { beforeEach, expect, type Mock, test, vi } from 'vitest'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { removeStored } from '../data/stored.ts'
import {
  noteLeaving,
  openDraft,
  ownerOfPostDrafts,
  personalKey,
  removeAllButTyped,
  removeDraftsOfOthers,
  removePersonal,
  removeWhatOthersLeft,
} from './drafts.ts'

const isText = (kept: unknown): kept is { text: string } =>
  typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string'

let deleteDatabase: Mock

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  vi.stubGlobal('localStorage', openFakeStorage())
  // Also what a phone without room has held in memory.
  removeStored(() => true)
  deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  vi.stubGlobal('navigator', {})
})

test('what somebody was typing is there when they come back, and for nobody else', () => {
  openDraft('profile', 'ama', isText).write({ text: 'Ama' })
  expect(openDraft('profile', 'ama', isText).read()).toEqual({ text: 'Ama' })
  expect(openDraft('profile', 'kofi', isText).read()).toBeNull()
  expect(openDraft('testimonial', 'ama', isText).read()).toBeNull()
})

test('what was sent is forgotten', () => {
  const draft = openDraft('profile', 'ama', isText)
  draft.write({ text: 'Ama' })
  draft.remove()
  expect(draft.read()).toBeNull()
})

/** A phone on which Ama has ordered and typed. */
function fillPhone() {
  openDraft('profile', 'ama', isText).write({ text: 'Ama' })
  for (const key of [
    'adom_beauty_checkout_draft',
    'adom_beauty_placed_order',
    'shop_typed:null:/contact',
    'scroll',
  ])
    sessionStorage.setItem(key, 'Ama')
  for (const key of [
    personalKey('driver-day', 'ama'),
    'adom_beauty_checkout_details',
    'adom_beauty_payments',
    'adom_beauty_delivery_pins',
    'adom_something_new',
    'adom_beauty_cart',
    'adom_driver_taps:ama',
    'adom_driver_read:ama',
    'theme',
  ])
    localStorage.setItem(key, 'Ama')
}

test('whoever signs out leaves nothing about themselves behind; the cart, unsent taps and the theme stay', () => {
  fillPhone()
  removePersonal()
  expect(Object.keys(sessionStorage)).toEqual(['scroll'])
  expect(Object.keys(localStorage)).toEqual([
    'adom_beauty_cart',
    'adom_driver_taps:ama',
    'adom_driver_read:ama',
    'theme',
  ])
})

test('a sign-in that was ended elsewhere leaves only what was being typed, for the same person', () => {
  fillPhone()
  removeAllButTyped()
  expect(Object.keys(sessionStorage).sort()).toEqual(['adom_draft:profile:ama', 'scroll'])
  expect(Object.keys(localStorage)).toEqual([
    'adom_beauty_cart',
    'adom_driver_taps:ama',
    'adom_driver_read:ama',
    'theme',
  ])
  removeDraftsOfOthers('ama')
  expect(openDraft('profile', 'ama', isText).read()).toEqual({ text: 'Ama' })
  removeDraftsOfOthers('kofi')
  expect(Object.keys(sessionStorage)).toEqual(['scroll'])
})

test('a tab that was elsewhere while its person left removes what it has of them, once', () => {
  fillPhone()
  removeWhatOthersLeft()
  expect(sessionStorage.getItem('adom_beauty_placed_order')).toBe('Ama')
  localStorage.setItem('shop_left', 'noted by another tab')
  removeWhatOthersLeft()
  expect(Object.keys(sessionStorage).sort()).toEqual(['scroll', 'shop_left'])
  // What the next person types is theirs.
  sessionStorage.setItem('adom_beauty_checkout_draft', 'Kofi')
  removeWhatOthersLeft()
  expect(sessionStorage.getItem('adom_beauty_checkout_draft')).toBe('Kofi')
})

test('the tab in which somebody left, and one that heard of it, have nothing to remove later', () => {
  const heard = [removePersonal, removeAllButTyped].map((leave) => () => {
    localStorage.setItem('shop_left', `noted before ${leave.name}`)
    leave()
  })
  for (const leave of [noteLeaving, ...heard]) {
    leave()
    sessionStorage.setItem('adom_beauty_checkout_draft', 'Kofi')
    removeWhatOthersLeft()
    expect(sessionStorage.getItem('adom_beauty_checkout_draft')).toBe('Kofi')
  }
})

test('alerts of the back office end on the phone of whoever signs out', async () => {
  const unregister = vi.fn(async () => true)
  const getRegistration = vi.fn(async () => ({ unregister }))
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } })
  removeAllButTyped()
  expect(getRegistration).not.toHaveBeenCalled()
  removePersonal()
  await expect.poll(() => unregister.mock.calls.length).toBe(1)
  expect(getRegistration).toHaveBeenCalledWith('/admin')
})

test('posts that are being written wait for the same person, and go with a sign-out or when somebody else signs in', () => {
  ownerOfPostDrafts.write('ama')
  removeAllButTyped()
  removeDraftsOfOthers('ama')
  expect(deleteDatabase).not.toHaveBeenCalled()
  removeDraftsOfOthers('kofi')
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith('adom_post_drafts')
  expect(Object.keys(localStorage)).toEqual([])

  deleteDatabase.mockClear()
  ownerOfPostDrafts.write('ama')
  removePersonal()
  expect(deleteDatabase).toHaveBeenCalledExactlyOnceWith('adom_post_drafts')
  expect(Object.keys(localStorage)).toEqual([])
})

test('a damaged draft counts as none', () => {
  for (const kept of ['{"oops', '[]', '"text"', '{"text":7}', 'null']) {
    sessionStorage.setItem('adom_draft:profile:ama', kept)
    expect(openDraft('profile', 'ama', isText).read()).toBeNull()
  }
})
