import { beforeEach, expect, test, vi } from 'vitest'
import { forbiddenStorage, openFakeStorage } from '#server/testing/fake-storage.ts'
import { plainText, removeStored, stored } from './stored.ts'

const readList = (content: unknown): readonly number[] => (Array.isArray(content) ? content : [])
const openList = () => stored('list', readList)

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('localStorage', openFakeStorage())
  vi.stubGlobal('sessionStorage', openFakeStorage())
})

test('what is written is there when the page is opened again, until it is removed', () => {
  openList().write([7])
  expect(localStorage.getItem('list')).toBe('[7]')
  expect(openList().read()).toEqual([7])
  openList().remove()
  expect(openList().read()).toEqual([])
  expect(localStorage.getItem('list')).toBeNull()
})

test('a tab has a storage of its own, and plain text is written as it is', () => {
  const note = stored('note', String, { area: 'sessionStorage', format: plainText })
  note.write('{"oops')
  expect(note.read()).toBe('{"oops')
  expect(sessionStorage.getItem('note')).toBe('{"oops')
  expect(localStorage.getItem('note')).toBeNull()
})

test('damaged content is read as nothing', () => {
  for (const text of ['{"oops', '', '7', 'null']) {
    localStorage.setItem('list', text)
    expect(openList().read()).toEqual([])
  }
})

test('two tabs that write at the same time lose nothing', () => {
  const [one, other] = [openList(), openList()]
  one.update((list) => [...list, 1])
  other.update((list) => [...list, 2])
  expect(one.read()).toEqual([1, 2])
})

test('while nothing changes, what is read stays the same object', () => {
  openList().write([7])
  const store = openList()
  expect(store.read()).toBe(store.read())
})

test('every listener hears of a change until it leaves, and of none where nothing changed', () => {
  const store = openList()
  let heard = 0
  const leave = store.subscribe(() => heard++)
  store.update((list) => [...list, 1])
  store.update((list) => list)
  expect(heard).toBe(1)
  leave()
  store.write([])
  expect(heard).toBe(1)
})

test('where the browser forbids storage, a value lasts as long as the page', () => {
  for (const storage of [undefined, forbiddenStorage]) {
    vi.stubGlobal('localStorage', storage)
    const store = openList()
    store.update((list) => [...list, 1])
    store.update((list) => [...list, 2])
    expect(store.read()).toEqual([1, 2])
    store.remove()
    expect(store.read()).toEqual([])
    expect(openList().read()).toEqual([])
  }
})

test('all that belongs together is removed together, and the rest stays', () => {
  stored('draft:one', String).write('1')
  stored('draft:two', String, { area: 'sessionStorage' }).write('2')
  openList().write([7])
  removeStored((key) => key.startsWith('draft:'))
  expect([Object.keys(localStorage), Object.keys(sessionStorage)]).toEqual([['list'], []])
})

test('what is removed with others goes from the screen at once', () => {
  const draft = stored('draft:one', (content) => content, { area: 'sessionStorage' })
  draft.write('Ama')
  const shown: unknown[] = []
  const stop = draft.subscribe(() => shown.push(draft.read()))
  removeStored((key) => key.startsWith('draft:'))
  stop()
  removeStored(() => true)
  expect(shown).toEqual([null])
})

test('what the browser had no room for is removed with the rest', () => {
  vi.stubGlobal('localStorage', { ...forbiddenStorage, getItem: () => null })
  const draft = stored('draft:one', (content) => content)
  draft.write('Ama')
  expect(draft.read()).toBe('Ama')
  removeStored((key) => key.startsWith('draft:'))
  expect(draft.read()).toBeNull()
})
