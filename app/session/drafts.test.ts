import { beforeEach, expect, test, vi } from 'vitest'
import { forgetDrafts, keepsakeKey, openDraft } from './drafts.ts'

const isText = (kept: unknown): kept is { text: string } =>
  typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string'

/** The browser's storage lists its keys as its own properties. */
function openStorage() {
  const storage = {}
  const hidden = (value: unknown) => ({ value, enumerable: false })
  return Object.defineProperties(storage as Record<string, string>, {
    getItem: hidden((key: string) => (storage as Record<string, string>)[key] ?? null),
    setItem: hidden((key: string, value: string) => Object.assign(storage, { [key]: value })),
    removeItem: hidden((key: string) => Reflect.deleteProperty(storage, key)),
  })
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openStorage())
  vi.stubGlobal('localStorage', openStorage())
})

test('what somebody was typing is there when they come back, and for nobody else', () => {
  openDraft('profile', 'ama', isText).keep({ text: 'Ama' })
  expect(openDraft('profile', 'ama', isText).read()).toEqual({ text: 'Ama' })
  expect(openDraft('profile', 'kofi', isText).read()).toBeNull()
  expect(openDraft('testimonial', 'ama', isText).read()).toBeNull()
})

test('what was sent is forgotten', () => {
  const draft = openDraft('profile', 'ama', isText)
  draft.keep({ text: 'Ama' })
  draft.forget()
  expect(draft.read()).toBeNull()
})

test('whoever signs out leaves no drafts behind, and the rest of the storage stays', () => {
  openDraft('profile', 'ama', isText).keep({ text: 'Ama' })
  openDraft('testimonial', 'ama', isText).keep({ text: 'Lovely' })
  sessionStorage.setItem('scroll', '100')
  localStorage.setItem(keepsakeKey('driver-day', 'ama'), '[]')
  localStorage.setItem('theme', 'dark')
  forgetDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['scroll'])
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test('a damaged draft counts as none', () => {
  for (const kept of ['{"oops', '[]', '"text"', '{"text":7}', 'null']) {
    sessionStorage.setItem('adom_draft:profile:ama', kept)
    expect(openDraft('profile', 'ama', isText).read()).toBeNull()
  }
})

test('a browser that forbids storage keeps no drafts and breaks nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const draft = openDraft('profile', 'ama', isText)
  draft.keep({ text: 'Ama' })
  expect(draft.read()).toBeNull()
  forgetDrafts()
})
