import type { CheckoutField } from '#rules/checkout-fields.ts'

export type CheckoutDetails = Partial<Record<CheckoutField, string>>

export type CheckoutMemory = {
  read(): CheckoutDetails | null
  keep(details: CheckoutDetails): void
  forget(): void
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

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
] as const satisfies readonly CheckoutField[]

const longestText = 400

/** The details of the last order, on this phone and for as long as the customer likes. */
export function openDetailsMemory(storage: Storage | null): CheckoutMemory {
  return openMemory(storage, 'adom_beauty_checkout_details', remembered)
}

/** What is being typed, until this tab is closed: a look at the cart, a reload or a new sign-in loses nothing. */
export function openDraftMemory(storage: Storage | null): CheckoutMemory {
  return openMemory(storage, 'adom_beauty_checkout_draft', [...remembered, 'paymentMethod'])
}

type Fields = readonly CheckoutField[]

function openMemory(storage: Storage | null, key: string, fields: Fields): CheckoutMemory {
  return {
    read: () => quietly(() => readDetails(storage?.getItem(key) ?? null, fields)),
    keep: (details) => quietly(() => storage?.setItem(key, JSON.stringify(onlyKnown(details, fields)))),
    forget: () => quietly(() => storage?.removeItem(key)),
  }
}

/** Null when nothing is kept, and when what is kept was damaged. */
export function readDetails(text: string | null, fields: Fields = remembered): CheckoutDetails | null {
  const kept: unknown = JSON.parse(text ?? 'null')
  if (typeof kept !== 'object' || kept === null) return null
  const details = onlyKnown(kept as Record<string, unknown>, fields)
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

/** A storage that is full, forbidden or damaged: the form then starts empty. */
function quietly<Value>(step: () => Value): Value | null {
  try {
    return step()
  } catch {
    return null
  }
}
