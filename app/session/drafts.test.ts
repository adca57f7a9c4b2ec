import { beforeEach, expect, test, vi } from 'vitest'
import { openFakeStorage } from '../data/fake-storage.ts'
import { openDraft, personalKey, removeDrafts } from './drafts.ts'

const isText = (kept: unknown): kept is { text: string } =>
  typeof kept === 'object' && kept !== null && 'text' in kept && typeof kept.text === 'string'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  vi.stubGlobal('localStorage', openFakeStorage())
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

test('whoever signs out leaves no drafts behind, and the rest of the storage stays', () => {
  openDraft('profile', 'ama', isText).write({ text: 'Ama' })
  openDraft('testimonial', 'ama', isText).write({ text: 'Lovely' })
  sessionStorage.setItem('scroll', '100')
  localStorage.setItem(personalKey('driver-day', 'ama'), '[]')
  localStorage.setItem('theme', 'dark')
  removeDrafts()
  expect(Object.keys(sessionStorage)).toEqual(['scroll'])
  expect(Object.keys(localStorage)).toEqual(['theme'])
})

test('a damaged draft counts as none', () => {
  for (const kept of ['{"oops', '[]', '"text"', '{"text":7}', 'null']) {
    sessionStorage.setItem('adom_draft:profile:ama', kept)
    expect(openDraft('profile', 'ama', isText).read()).toBeNull()
  }
})
