import { api } from '#app/data/api.ts'
import type { ProfileResponse } from '#contract/profile.ts'
import type { CheckoutField } from '#rules/checkout-fields.ts'
import { readRegion } from '#rules/regions.ts'
import type { CheckoutDetails } from './checkout-memory.ts'

/** Null when there is no profile or it cannot be had: the form then simply starts empty. */
export async function askProfile(email: string): Promise<CheckoutDetails | null> {
  try {
    const path = `/api/profile/email/${encodeURIComponent(email)}`
    return toDetails(await api.get<Partial<ProfileResponse>>(path, { quietWhenSignedOut: true }), email)
  } catch {
    return null
  }
}

export function toDetails(profile: Partial<ProfileResponse> | null, email: string): CheckoutDetails {
  return {
    fullName: profile?.full_name ?? '',
    phone: profile?.phone ?? '',
    email,
    address: profile?.shipping_address ?? '',
    city: profile?.city ?? '',
    state: readRegion(profile?.state ?? '') ?? '',
  }
}

/** An address belongs together: half of one and half of another would lead a rider astray. */
const together: readonly (readonly CheckoutField[])[] = [
  ['fullName'],
  ['phone'],
  ['email'],
  ['state', 'city', 'address', 'zipCode'],
]

/** The fields that the customer has been in; what they left empty there stays empty. */
export type Touched = Set<string>

/** Stops when the given function is called. */
export function followTouch(form: HTMLFormElement, touched: Touched): () => void {
  const touch = ({ target }: Pick<Event, 'target'>) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) touched.add(target.name)
  }
  // Some fields may have been entered before the scripts came.
  if (form.contains(document.activeElement)) touch({ target: document.activeElement })
  for (const kind of ['focusin', 'input']) form.addEventListener(kind, touch)
  return () => {
    for (const kind of ['focusin', 'input']) form.removeEventListener(kind, touch)
  }
}

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
export function choose(
  form: HTMLFormElement,
  name: 'deliveryOption' | 'paymentMethod',
  option: string | undefined,
): void {
  const cards = form.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)
  const isUntouched = Array.from(cards).every(({ checked, defaultChecked }) => checked === defaultChecked)
  const wanted = Array.from(cards).find(({ value }) => value === option)
  if (wanted && isUntouched) wanted.checked = true
}

type TextControl = HTMLInputElement | HTMLSelectElement

export function findField(form: HTMLFormElement, name: CheckoutField): TextControl | null {
  const field = form.elements.namedItem(name)
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field : null
}
