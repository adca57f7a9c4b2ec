import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { useDeliveryPlace } from '#app/cart/delivery-place.ts'
import { api } from '#app/data/api.ts'
import { stored } from '#app/data/stored.ts'
import { useAuth } from '#app/session/auth.tsx'
import { personalKey } from '#app/session/drafts.ts'
import type { ProfileResponse } from '#contract/accounts.ts'
import type { CheckoutField } from '#rules/checkout-fields.ts'
import { readRegion } from '#rules/delivery-fee.ts'
import { readCheckout } from './checkout-values.ts'

type CheckoutDetails = Partial<Record<CheckoutField, string>>

type FormRef = RefObject<HTMLFormElement | null>

/** Fills the form with what is known, so that nobody types an address twice; what is typed here always wins. */
export function usePrefill(form: FormRef, follow: () => void) {
  const { user, loading } = useAuth()
  const place = useDeliveryPlace()
  const [touched] = useState<Touched>(() => new Set())
  const [isPrefilled, setPrefilled] = useState(false)
  const { id, email } = user ?? {}
  const isKnownWho = !loading || user !== null
  const draft = useMemo(() => checkoutDraft(id), [id])
  const { region, city } = place ?? {}

  useEffect(() => (form.current ? followTouch(form.current, touched) : undefined), [form, touched])

  // At once: whoever opens the page again and orders in the same breath orders what was typed before.
  useEffect(() => {
    if (!isKnownWho || !form.current) return
    const before = draft.read()
    fillEmpty(form.current, before, touched)
    choose(form.current, 'deliveryOption', before?.deliveryOption)
    choose(form.current, 'paymentMethod', before?.paymentMethod)
    // Some fields may have been filled in before the scripts came.
    draft.write(readCheckout(new FormData(form.current)))
    follow()
    return () => {
      // The sign-in has ended while the form is on the screen: what it was filled with waits for its owner.
      if (draft === guestDraft || !form.current) return
      emptyFields(form.current, touched)
      touched.clear()
      setPrefilled(false)
    }
  }, [form, touched, follow, isKnownWho, draft])

  useEffect(() => {
    if (!isKnownWho) return
    let isOver = false
    const fill = async () => {
      const profile = id === undefined ? null : await askProfile(id, email ?? '')
      // A moment later: while the customer moves from one field to the next, neither has the focus.
      await new Promise((resolve) => setTimeout(resolve))
      if (isOver || !form.current) return
      const saved = isFilledIn(profile) ? profile : { ...savedDetails.read(), ...(email && { email }) }
      if (fillEmpty(form.current, saved, touched)) setPrefilled(true)
      fillEmpty(form.current, { state: region, city }, touched)
      follow()
    }
    void fill()
    return () => {
      isOver = true
    }
  }, [form, touched, follow, isKnownWho, id, email, region, city])

  return {
    isPrefilled,
    saveDraft: useCallback(() => {
      if (form.current) draft.write(readCheckout(new FormData(form.current)))
    }, [form, draft]),
    clear: () => {
      if (form.current) emptyFields(form.current, touched)
      savedDetails.remove()
      draft.remove()
      setPrefilled(false)
      follow()
    },
    /** The order is placed: the draft has done its work, and the details stay only if that is wanted. */
    finish: (ordered: CheckoutDetails, mayRemember: boolean) => {
      draft.remove()
      if (mayRemember) savedDetails.write(ordered)
      else savedDetails.remove()
    },
  }
}

function isFilledIn(profile: CheckoutDetails | null): profile is CheckoutDetails {
  return Boolean(profile?.fullName || profile?.phone || profile?.address || profile?.city)
}

/** Null when there is no profile or it cannot be had: the form then simply starts empty. */
async function askProfile(id: string, email: string): Promise<CheckoutDetails | null> {
  try {
    const path = `/api/profile/email/${encodeURIComponent(email || id)}`
    return toDetails(await api.get<Partial<ProfileResponse>>(path, { quietWhenSignedOut: true }), email)
  } catch {
    return null
  }
}

function toDetails(profile: Partial<ProfileResponse> | null, email: string): CheckoutDetails {
  return {
    fullName: profile?.full_name ?? '',
    phone: profile?.phone ?? '',
    email,
    address: profile?.shipping_address ?? '',
    city: profile?.city ?? '',
    state: readRegion(profile?.state ?? '') ?? '',
  }
}

/** The fields that the customer has been in; what they left empty there stays empty. */
export type Touched = Set<string>

/** Stops when the given function is called. */
export function followTouch(form: HTMLFormElement, touched: Touched): () => void {
  const touch = ({ target }: Pick<Event, 'target'>) => {
    if (isControl(target)) touched.add(target.name)
  }
  // Some fields may have been entered before the scripts came.
  if (form.contains(document.activeElement)) touch({ target: document.activeElement })
  for (const kind of ['focusin', 'input']) form.addEventListener(kind, touch)
  return () => {
    for (const kind of ['focusin', 'input']) form.removeEventListener(kind, touch)
  }
}

/** An address belongs together: half of one and half of another would lead a rider astray. */
const together: readonly (readonly CheckoutField[])[] = [
  ['fullName'],
  ['phone'],
  ['email'],
  ['state', 'city', 'address', 'zipCode'],
  ['customerNote'],
  ['giftNote'],
  ['newsBy'],
]

/** Writes only where the customer has not been yet, and says whether it wrote anything. */
export function fillEmpty(form: HTMLFormElement, details: CheckoutDetails | null, touched: Touched): boolean {
  if (!details) return false
  const isFree = (name: CheckoutField) => !findField(form, name)?.value && !touched.has(name)
  const empty = together.filter((group) => group.every(isFree))
  const written = empty.flat().filter((name) => write(findField(form, name), details[name]))
  return written.length > 0
}

function write(field: TextControl | null, text: string | undefined): boolean {
  if (!field || !text) return false
  field.value = text
  field.closest('details')?.setAttribute('open', '')
  return field.value === text
}

/** Empties what the customer wrote about themselves, for good; the choices below stay. */
export function emptyFields(form: HTMLFormElement, touched: Touched): void {
  for (const name of together.flat()) {
    touched.add(name)
    const field = findField(form, name)
    if (field) field.value = ''
  }
}

/** A choice that is no longer offered leaves the usual one, and what was chosen before the scripts came stays. */
function choose(
  form: HTMLFormElement,
  name: 'deliveryOption' | 'paymentMethod',
  option: string | undefined,
): void {
  const cards = form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)
  const isUntouched = Array.from(cards).every(({ checked, defaultChecked }) => checked === defaultChecked)
  const wanted = Array.from(cards).find(({ value }) => value === option)
  if (wanted && isUntouched) wanted.checked = true
}

type TextControl = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function isControl(thing: unknown): thing is TextControl {
  return (
    thing instanceof HTMLInputElement ||
    thing instanceof HTMLSelectElement ||
    thing instanceof HTMLTextAreaElement
  )
}

export function findField(form: HTMLFormElement, name: CheckoutField): TextControl | null {
  const field = form.elements.namedItem(name)
  return isControl(field) ? field : null
}

/** What the next order asks again; how it is paid is chosen anew each time. */
const remembered = [
  'fullName',
  'phone',
  'email',
  'state',
  'city',
  'address',
  'zipCode',
  'deliveryOption',
  'newsBy',
] as const satisfies readonly CheckoutField[]

const longestText = 500

/** The details of the last order, on this phone and for as long as the customer likes. */
export const savedDetails = detailsStore('adom_beauty_checkout_details', remembered)

/**
 * What is being typed, until this tab is closed: a visit to the cart, a reload or a new sign-in loses nothing. Each person
 * has their own, and guests have another, because phones are shared.
 */
export function checkoutDraft(userId: string | undefined) {
  return userId === undefined ? guestDraft : draftStore(personalKey('checkout', userId))
}

const guestDraft = draftStore('adom_beauty_checkout_draft')

function draftStore(key: string) {
  return detailsStore(key, [...remembered, 'paymentMethod', 'customerNote', 'giftNote'], 'sessionStorage')
}

type Fields = readonly CheckoutField[]

function detailsStore(key: string, fields: Fields, area?: 'sessionStorage') {
  return stored<CheckoutDetails | null>(key, (content) => readDetails(content, fields), {
    area,
    format: {
      parse: JSON.parse,
      stringify: (details) => JSON.stringify(onlyKnown(details ?? {}, fields)),
    },
  })
}

/** Null when nothing is stored, and when it was damaged. */
function readDetails(content: unknown, fields: Fields): CheckoutDetails | null {
  if (typeof content !== 'object' || content === null) return null
  const details = onlyKnown(content as Record<string, unknown>, fields)
  return Object.keys(details).length > 0 ? details : null
}

function onlyKnown(given: Record<string, unknown>, fields: Fields): CheckoutDetails {
  const details: CheckoutDetails = {}
  for (const field of fields) {
    const text = given[field]
    if (typeof text === 'string' && text.trim() !== '') details[field] = text.slice(0, longestText)
  }
  return details
}
