import { beforeEach, expect, test, vi } from 'vitest'
import { removeAllButTyped, removeDraftsOfOthers } from '#app/session/drafts.ts'
import { openFakeStorage } from '#server/testing/fake-storage.ts'
import { checkoutDraft, emptyFields, fillEmpty, followTouch, savedDetails, type Touched } from './prefill.ts'

class Field {
  value = ''
  name: string
  constructor(name: string) {
    this.name = name
  }
  closest() {
    return null
  }
}

vi.stubGlobal('HTMLInputElement', Field)
vi.stubGlobal('HTMLSelectElement', class {})
vi.stubGlobal('HTMLTextAreaElement', class {})

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

beforeEach(() => {
  vi.stubGlobal('localStorage', openFakeStorage())
  vi.stubGlobal('sessionStorage', openFakeStorage())
})

test('the next order finds name, phone and address, but how it is paid is chosen anew', () => {
  savedDetails.write({ fullName: 'Ama Serwaa', city: 'Kumasi', zipCode: '', paymentMethod: 'whatsapp' })
  expect(savedDetails.read()).toEqual({ fullName: 'Ama Serwaa', city: 'Kumasi' })
})

test('what is forgotten is gone, and a draft is something else than the details', () => {
  savedDetails.write({ fullName: 'Ama Serwaa' })
  checkoutDraft(undefined).write({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
  savedDetails.remove()
  expect(savedDetails.read()).toBeNull()
  expect(checkoutDraft(undefined).read()).toEqual({ fullName: 'Esi', paymentMethod: 'mtn_momo' })
})

test('what somebody typed at the checkout outlives the end of the sign-in for them alone, and a guest has a draft of their own', () => {
  checkoutDraft('ama').write({ fullName: 'Ama Serwaa' })
  removeAllButTyped()
  expect(checkoutDraft(undefined).read()).toBeNull()
  checkoutDraft(undefined).write({ fullName: 'A guest' })
  removeDraftsOfOthers('ama')
  expect(checkoutDraft('ama').read()).toEqual({ fullName: 'Ama Serwaa' })
  removeDraftsOfOthers('kofi')
  for (const id of ['ama', 'kofi']) expect(checkoutDraft(id).read()).toBeNull()
  expect(checkoutDraft(undefined).read()).toEqual({ fullName: 'A guest' })
})

test.each(['{"fullName":', 'null', '[]', '7', '{"fullName":7,"city":"  "}'])(
  'damaged details (%s) start an empty form',
  (text) => {
    localStorage.setItem('adom_beauty_checkout_details', text)
    expect(savedDetails.read()).toBeNull()
  },
)
