import { beforeEach, expect, type Mock, test, vi } from 'vitest'
import { removeAllButTyped, removeDraftsOfOthers, removePersonal } from '#app/session/drafts.ts'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { openPostDrafts } from './use-post-form.ts'

let open: Mock

beforeEach(() => {
  vi.stubGlobal('sessionStorage', openFakeStorage())
  vi.stubGlobal('localStorage', openFakeStorage())
  // That it is asked is enough to know here; a browser shows what it keeps.
  open = vi.fn(() => {
    throw new Error('There is no database')
  })
  vi.stubGlobal('indexedDB', { open, deleteDatabase: vi.fn() })
})

const draft = {
  title: 'Harmattan',
  excerpt: '',
  content: '',
  isPublished: false,
  file: null,
  version: null,
  savedAt: new Date(),
}

/** Ama has the editor open; says whether the device is asked to keep what she typed. */
async function isKeptAfter(happening: () => void): Promise<boolean> {
  const drafts = openPostDrafts('ama', null)
  await drafts.read()
  happening()
  open.mockClear()
  await drafts.keep(draft)
  return open.mock.calls.length > 0
}

test('an editor that closes after the sign-out writes nothing back, in whatever tab that was', async () => {
  expect(await isKeptAfter(() => {})).toBe(true)
  expect(await isKeptAfter(removePersonal)).toBe(false)
  expect(await isKeptAfter(() => removeDraftsOfOthers('kofi'))).toBe(false)
})

test('a sign-in that ran out keeps what was typed for the same person', async () => {
  expect(await isKeptAfter(removeAllButTyped)).toBe(true)
  expect(
    await isKeptAfter(() => {
      removeAllButTyped()
      removeDraftsOfOthers('ama')
    }),
  ).toBe(true)
})
