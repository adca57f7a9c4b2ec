import type { Pesewas } from './money.ts'

/** More than any order: a slip of the finger, not money. */
export const mostCash: Pesewas = 10_000_000

/** What a customer can give at the door. */
export const doorWays = ['cash', 'mobile_money'] as const
export type DoorWay = (typeof doorWays)[number]

export const referenceMistake = 'Please enter the reference of the transfer'
export const longestReference = 60

/** Cash at one door. Nothing entered yet is null, which is not the same as nothing paid. */
type CashAtDoor = { due: Pesewas; collected: Pesewas | null }

export type CashTotals = { due: Pesewas; collected: Pesewas; open: Pesewas }

/** What the customer still owes; below zero when more was taken than was due. */
export function openAmount({ due, collected }: CashAtDoor): Pesewas {
  return due - (collected ?? 0)
}

/** What was due is what was collected and what is still open, for one door as for all of them. */
export function cashTotals(doors: readonly CashAtDoor[]): CashTotals {
  return doors.reduce<CashTotals>(
    (sum, door) => ({
      due: sum.due + door.due,
      collected: sum.collected + (door.collected ?? 0),
      open: sum.open + openAmount(door),
    }),
    { due: 0, collected: 0, open: 0 },
  )
}

export type CashMistakes = { collected?: string; reference?: string; reason?: string }

/** A difference is no crime, but the shop wants to know why. Mobile money is found again by its reference. */
export function checkCash(
  due: Pesewas,
  collected: Pesewas | null,
  reason: string,
  { way = 'cash', reference = '' }: { way?: DoorWay; reference?: string } = {},
): CashMistakes {
  if (collected === null || collected < 0 || collected > mostCash) {
    return { collected: 'Please enter the amount in cedis, such as 290.00' }
  }
  if (way === 'mobile_money' && collected > 0 && reference.trim() === '') {
    return { reference: referenceMistake }
  }
  if (collected !== due && reason.trim() === '') {
    return { reason: 'Please say why it is not the amount due' }
  }
  return {}
}

/** The amount due needs no reason: what was typed for another amount before is none any more. */
export function reasonOf(due: Pesewas, collected: Pesewas, reason: string): string {
  return collected === due ? '' : reason.trim()
}

/** What an admin may confirm: all of it, or less with a word about the rest. */
export function checkHandOver(
  inHand: Pesewas,
  counted: Pesewas | null,
  note: string,
): { counted?: string; note?: string } {
  if (counted === null || counted <= 0) return { counted: 'Please enter what you counted, such as 290.00' }
  if (counted > inHand) return { counted: 'This is more than the driver has collected' }
  if (counted < inHand && note.trim() === '') return { note: 'Please say why it is less' }
  return {}
}
