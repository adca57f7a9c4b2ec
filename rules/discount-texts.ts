import { formatDateAndTime } from './dates.ts'
import type { CartObstacle, DiscountKind } from './discounts.ts'
import { formatGhs, type Pesewas } from './money.ts'

/** As everybody may type it: case, spaces and hyphens make no difference. */
export function normaliseDiscountCode(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

const withoutLookalikes = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const randomLetters = 8

/** Eight letters that nobody guesses and nobody misreads: no I and 1, no O and 0. */
export function makeDiscountCode(prefix: string, below: (bound: number) => number): string {
  const letter = () => withoutLookalikes[below(withoutLookalikes.length)]
  return prefix + Array.from({ length: randomLetters }, letter).join('')
}

/** Why a discount does not hold, before anybody looks at the cart. */
export type DiscountObstacle =
  | CartObstacle
  | { why: 'unknown' }
  | { why: 'off' }
  | { why: 'not_yet'; from: Date }
  | { why: 'over' }
  | { why: 'used_up' }
  | { why: 'code_used' }
  | { why: 'first_order' }
  | { why: 'phone_used' }

type Refused = {
  code: string
  obstacle: DiscountObstacle
  minimumSpend?: Pesewas
  offer?: string
  /** What it is for, in words. */
  onlyFor?: string
  /** What the discount is called that holds instead. */
  other?: string
}

/** For the person who typed the code. */
export function refusedCodeText({ code, obstacle, ...known }: Refused): string {
  switch (obstacle.why) {
    case 'unknown':
      return `We do not know the code ${code}. Please check how it is written.`
    case 'off':
    case 'over':
      return `The code ${code} is over.`
    case 'not_yet':
      return `The code ${code} holds from ${formatDateAndTime(obstacle.from)} on.`
    case 'used_up':
      return `The code ${code} is used up: as many as could have used it already.`
    case 'code_used':
      return `The code ${code} was used already. It holds for one order.`
    case 'first_order':
      return `The code ${code} is only for a first order. With this phone number one was placed before.`
    case 'phone_used':
      return `The code ${code} was already used with this phone number.`
    case 'minimum_spend':
      return `The code ${code} holds from ${formatGhs(known.minimumSpend ?? 0)} on. ${formatGhs(obstacle.missing)} to go.`
    case 'not_these':
      return `The code ${code} is only for ${known.onlyFor ?? 'other products'}.`
    case 'buy_more':
      return `The code ${code} means ${known.offer}. Add ${obstacle.missing} more to your cart.`
    case 'delivery_free':
      return `The code ${code} gives free delivery, and delivery costs you nothing already.`
    case 'not_together':
      return `The code ${code} cannot be used together with ${known.other ?? 'another discount'}, which takes off as much or more.`
    case 'nothing_left':
      return `The code ${code} has nothing left to take off.`
  }
}

type Offer = {
  kind: DiscountKind
  percent: number | null
  amount: Pesewas | null
  buyQuantity: number | null
  getQuantity: number | null
}

/** `10 % off`, `Ghs 20.00 off`, `Free delivery`, `Buy 2, get 1 free`. */
export function offerText({ kind, percent, amount, buyQuantity, getQuantity }: Offer): string {
  if (kind === 'percent') return `${percent} % off`
  if (kind === 'amount') return `${formatGhs(amount ?? 0)} off`
  return kind === 'free_delivery' ? 'Free delivery' : `Buy ${buyQuantity}, get ${getQuantity} free`
}

export type NamedDiscount = { name: string; code: string | null; amount: Pesewas }

/** As customers know it: by the code they typed, or by its name. */
export function discountLabel({ name, code }: Omit<NamedDiscount, 'amount'>): string {
  return code ?? name
}
