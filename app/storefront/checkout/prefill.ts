import type { ProfileAnswer } from '../../../contract/profile.ts'
import type { CheckoutField } from '../../../rules/checkout-fields.ts'
import { readRegion } from '../../../rules/regions.ts'
import { api } from '../../data/api.ts'
import type { CheckoutDetails } from './checkout-memory.ts'

/** Null when there is no profile or it cannot be had: the form then simply starts empty. */
export async function askProfile(email: string): Promise<CheckoutDetails | null> {
  try {
    const path = `/api/profile/email/${encodeURIComponent(email)}`
    return toDetails(await api.get<Partial<ProfileAnswer>>(path, { quietWhenSignedOut: true }), email)
  } catch {
    return null
  }
}

export function toDetails(profile: Partial<ProfileAnswer> | null, email: string): CheckoutDetails {
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

/** Writes only where nothing was typed yet and nobody is about to type, and says whether it wrote anything. */
export function fillEmpty(form: HTMLFormElement, details: CheckoutDetails | null): boolean {
  if (!details) return false
  const isFree = (field: TextControl | null) => !field?.value && field !== document.activeElement
  const empty = together.filter((group) => group.every((name) => isFree(findField(form, name))))
  const written = empty.flat().filter((name) => write(findField(form, name), details[name]))
  return written.length > 0
}

function write(field: TextControl | null, text: string | undefined): boolean {
  if (!field || !text) return false
  field.value = text
  return field.value === text
}

/** Empties what the customer wrote about themselves; the choices below stay. */
export function emptyFields(form: HTMLFormElement): void {
  for (const name of together.flat()) {
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
