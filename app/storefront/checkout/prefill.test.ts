import { expect, test, vi } from 'vitest'
import {
  emptyFields,
  fillEmpty,
  followTouch,
  openDraft,
  openSavedDetails,
  readDetails,
  type Touched,
} from './prefill.ts'

class Field {
  value = ''
  name: string
  constructor(name: string) {
    this.name = name
  }
}

vi.stubGlobal('HTMLInputElement', Field)
vi.stubGlobal('HTMLSelectElement', class {})

const names = ['fullName', 'phone', 'email', 'state', 'city', 'address', 'zipCode']
const details = { fullName: 'Esi Mensah', phone: '0201234567', state: 'Ashanti', city: 'Kumasi' }

/** A form as the browser shows it, with the cursor in one field or in none. */
function openForm(cursorIn?: string) {
  const fields = new Map(names.map((name) => [name, new Field(name)]))
  const listeners = new Map<string, (event: { target: unknown }) => void>()
  const form = {
    elements: { namedItem: (name: string) => fields.get(name) ?? null },
    contains: (field: unknown) => field instanceof Field,
    addEventListener: (kind: string, listen: (event: { target: unknown }) => void) =>
      listeners.set(kind, listen),
    removeEventListener: (kind: string) => listeners.delete(kind),
  } as unknown as HTMLFormElement
  vi.stubGlobal('document', { activeElement: fields.get(cursorIn ?? '') ?? null })
  const touched: Touched = new Set()
  const stop = followTouch(form, touched)
  return {
    form,
    touched,
    stop,
    textIn: (name: string) => fields.get(name)?.value,
    enter: (name: string) => listeners.get('focusin')?.({ target: fields.get(name) }),
  }
}

test('what is known fills a form in which the customer has not been', () => {
  const { form, touched, textIn } = openForm()
  expect(fillEmpty(form, details, touched)).toBe(true)
  expect(['fullName', 'phone', 'city'].map(textIn)).toEqual(['Esi Mensah', '0201234567', 'Kumasi'])
})

test('a field that the customer has been in is never written, also when it is empty, and an address stays in one piece', () => {
  const { form, touched, enter, textIn } = openForm('fullName')
  enter('phone')
  enter('address')
  expect(fillEmpty(form, details, touched)).toBe(false)
  expect(names.map(textIn)).toEqual(names.map(() => ''))
})

test('whoever has cleared the form does not find it filled again', () => {
  const { form, touched, stop, textIn } = openForm()
  fillEmpty(form, details, touched)
  emptyFields(form, touched)
  expect(fillEmpty(form, details, touched)).toBe(false)
  expect(textIn('fullName')).toBe('')
  stop()
})

function openPhone() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  }
}

test('the next order finds name, phone and address, but how it is paid is chosen anew', () => {
  const phone = openPhone()
  openSavedDetails(phone).save({
    fullName: 'Ama Serwaa',
    city: 'Kumasi',
    zipCode: '',
    paymentMethod: 'whatsapp',
  })
  expect(openSavedDetails(phone).read()).toEqual({ fullName: 'Ama Serwaa', city: 'Kumasi' })
})

test('what is forgotten is gone, and a draft is something else than the details', () => {
  const phone = openPhone()
  openSavedDetails(phone).save({ fullName: 'Ama Serwaa' })
  openDraft(phone).save({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
  openSavedDetails(phone).forget()
  expect(openSavedDetails(phone).read()).toBeNull()
  expect(openDraft(phone).read()).toEqual({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
})

test('damaged details start an empty form', () => {
  const damaged = { ...openPhone(), getItem: () => '{"fullName":' }
  expect(openSavedDetails(damaged).read()).toBeNull()
  expect(openSavedDetails(null).read()).toBeNull()
})

test.each(['null', '[]', '7', '{"fullName":7,"city":"  "}'])('nothing is read out of %s', (text) => {
  expect(readDetails(text)).toBeNull()
})
