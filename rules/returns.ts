import { formatDate } from './dates.ts'
import { formatGhs, type Pesewas } from './money.ts'
import { returnDays } from './policy-figures.ts'

export const returnStates = ['asked', 'fetched', 'received', 'settled', 'refused', 'withdrawn'] as const

export type ReturnState = (typeof returnStates)[number]

type StateRow = {
  label: string
  tone: 'amber' | 'indigo' | 'green' | 'gray'
  next: readonly ReturnState[]
  /** Which pieces are not the customer's any more, or will not be: all that were named, those that arrived, or none. */
  counts: 'asked' | 'arrived' | 'none'
  /** Somebody still has to do something about it. */
  isOpen: boolean
}

/** The one table of what a return can be, and what can become of it. */
const table = {
  asked: {
    label: 'Asked for',
    tone: 'amber',
    next: ['fetched', 'received', 'refused', 'withdrawn'],
    counts: 'asked',
    isOpen: true,
  },
  fetched: {
    label: 'With the rider',
    tone: 'indigo',
    next: ['asked', 'received', 'refused', 'withdrawn'],
    counts: 'asked',
    isOpen: true,
  },
  received: { label: 'Received', tone: 'indigo', next: ['settled'], counts: 'arrived', isOpen: true },
  settled: { label: 'Settled', tone: 'green', next: [], counts: 'arrived', isOpen: false },
  refused: { label: 'Refused', tone: 'gray', next: [], counts: 'none', isOpen: false },
  withdrawn: { label: 'Withdrawn', tone: 'gray', next: [], counts: 'none', isOpen: false },
} as const satisfies Record<ReturnState, StateRow>

const rows: Record<ReturnState, StateRow> = table

export function returnLabel(state: ReturnState): string {
  return rows[state].label
}

export function returnTone(state: ReturnState): StateRow['tone'] {
  return rows[state].tone
}

export function mayReturnMove(from: ReturnState, to: ReturnState): boolean {
  return rows[from].next.includes(to)
}

export function isOpenReturn(state: ReturnState): boolean {
  return rows[state].isOpen
}

/** Steps that only say where it is. Receiving and settling bring facts of their own. */
export const plainSteps = ['asked', 'fetched', 'refused', 'withdrawn'] as const

export type PlainStep = (typeof plainSteps)[number]

/** While an order has one of these, its status stays: its products are on their way back, or are back. */
export const liveReturnStates = ['asked', 'fetched', 'received', 'settled'] as const

export type LiveReturnState = (typeof liveReturnStates)[number]

/** How an order stands with its returns: the one that is least far says it; null where there is none. */
export function returnStateOf(states: readonly ReturnState[]): LiveReturnState | null {
  return liveReturnStates.find((state) => states.includes(state)) ?? null
}

export const returnReasons = [
  'damaged',
  'wrong_product',
  'not_as_described',
  'skin_reaction',
  'changed_mind',
  'other',
] as const

type ReturnReason = (typeof returnReasons)[number]

export const returnReasonLabels = {
  damaged: 'Damaged or leaking',
  wrong_product: 'Not what was ordered',
  not_as_described: 'Not as described',
  skin_reaction: 'The skin does not take it',
  changed_mind: 'Does not want it any more',
  other: 'Another reason',
} as const satisfies Record<ReturnReason, string>

export const conditions = ['unopened', 'used'] as const

export type Condition = (typeof conditions)[number]

const conditionLabels = {
  unopened: 'Unopened',
  used: 'Opened or used',
} as const satisfies Record<Condition, string>

export function conditionLabel(condition: Condition): string {
  return conditionLabels[condition]
}

const dayMs = 86_400_000

type PolicyHint = { isLate: boolean; text: string }

/** Only a hint: the shop may take back more than it has promised. */
export function policyHint(condition: Condition, deliveredAt: Date, now: Date): PolicyHint {
  const label = conditionLabels[condition]
  const days = returnDays[condition]
  const until = new Date(deliveredAt.getTime() + days * dayMs)
  const over = Math.ceil((now.getTime() - until.getTime()) / dayMs)
  if (over <= 0) return { isLate: false, text: `${label}: ${days} days, until ${formatDate(until)}` }
  const late = over === 1 ? '1 day' : `${over} days`
  return { isLate: true, text: `${label}: ${days} days, over for ${late}` }
}

/** What is said of one product in a return. `toShelf` and `writtenOff` are nothing before it was received. */
type ReturnedLine = { productId: number; quantity: number; toShelf: number; writtenOff: number }

/** How many pieces of a line a return stands for. */
export function piecesOf(state: ReturnState, { quantity, toShelf, writtenOff }: ReturnedLine): number {
  const { counts } = rows[state]
  if (counts === 'none') return 0
  return counts === 'asked' ? quantity : toShelf + writtenOff
}

type Return = { state: ReturnState; lines: readonly ReturnedLine[] }

/** Never more than was bought, over all returns of the order together. */
export function returnableOf(
  line: { productId: number; quantity: number },
  returns: readonly Return[],
): number {
  return line.quantity - piecesIn(line.productId, returns)
}

/** How many pieces of a product these returns stand for. */
function piecesIn(productId: number, returns: readonly Return[]): number {
  let pieces = 0
  for (const { state, lines } of returns)
    for (const line of lines) if (line.productId === productId) pieces += piecesOf(state, line)
  return pieces
}

type SoldLine = { productId: number; quantity: number; pricePerItem: Pesewas; discount: Pesewas }

/**
 * What was paid for some pieces of a line, after its discounts. `before` were paid back already: whoever brings a line back
 * piece by piece gets exactly what the line cost, to the pesewa.
 */
export function worthOf(
  { quantity, pricePerItem, discount }: Omit<SoldLine, 'productId'>,
  before: number,
  pieces: number,
): Pesewas {
  const paid = quantity * pricePerItem - discount
  const upTo = (count: number) => Math.floor((paid * count) / quantity)
  return upTo(before + pieces) - upTo(before)
}

/** What was paid for all that came back with one return. */
export function worthOfReturn(
  sold: readonly SoldLine[],
  { lines }: Pick<Return, 'lines'>,
  others: readonly Return[],
): Pesewas {
  const settled = others.filter(({ state }) => state === 'settled')
  let worth = 0
  for (const line of lines) {
    const bought = sold.find(({ productId }) => productId === line.productId)
    if (bought) worth += worthOf(bought, piecesIn(line.productId, settled), piecesOf('received', line))
  }
  return worth
}

/** The most that a return takes off what its order costs: what was paid for the pieces, never more than is left to pay for. */
export function largestCredit(worth: Pesewas, { cost }: { cost: Pesewas }): Pesewas {
  return Math.min(worth, cost)
}

/**
 * What goes back for a credit: never more than the shop has beyond the new cost, and never more than came in by the way that
 * was chosen. What nobody has paid yet is not paid back; the order costs less.
 */
export function repaymentFor(
  credit: Pesewas,
  { cost, kept }: { cost: Pesewas; kept: Pesewas },
  available: Pesewas,
): Pesewas {
  return Math.max(0, Math.min(credit, kept - (cost - credit), available))
}

/** Where the money of a return can go. Later: the order says what is to go back, and it is entered with its money. */
export const repaymentWays = ['cash', 'mobile_money', 'wallet', 'bank', 'gateway', 'later'] as const

export type RepaymentWay = (typeof repaymentWays)[number]

export type AskedLine = { productId: number; quantity: number; reason: ReturnReason; condition: Condition }

const noteForOther = 'Please say why it comes back'

/** What is wrong with a return before it is opened; null where nothing is. */
export function returnMistake(
  asked: readonly AskedLine[],
  note: string,
  returnable: ReadonlyMap<number, number>,
): { lines?: string; note?: string } | null {
  if (asked.length === 0) return { lines: 'Please choose what comes back' }
  if (new Set(asked.map(({ productId }) => productId)).size < asked.length)
    return { lines: 'One product is there twice. Please change its number instead' }
  for (const { productId, quantity } of asked) {
    const most = returnable.get(productId) ?? 0
    if (quantity > most) {
      return {
        lines:
          most === 0
            ? 'One of these products is in a return already, or is not in this order'
            : `At most ${most} of one of these products can still come back`,
      }
    }
  }
  if (note === '' && asked.some(({ reason }) => reason === 'other')) return { note: noteForOther }
  return null
}

type Arrived = { productId: number; toShelf: number; writtenOff: number }

/** What is wrong with what arrived; null where nothing is. Fewer than were asked for may arrive, but not none. */
export function arrivalMistake(asked: readonly ReturnedLine[], arrived: readonly Arrived[]): string | null {
  const isKnown = ({ productId }: Arrived) => asked.some((line) => line.productId === productId)
  if (!arrived.every(isKnown) || new Set(arrived.map(({ productId }) => productId)).size < arrived.length)
    return 'Please name each product of the return once'
  let pieces = 0
  for (const { productId, quantity } of asked) {
    const found = arrived.find((line) => line.productId === productId)
    const here = found ? found.toShelf + found.writtenOff : 0
    if (here > quantity) return `More than the ${quantity} that were asked for cannot arrive`
    pieces += here
  }
  return pieces === 0 ? 'Nothing has arrived. Refuse or withdraw the return instead' : null
}

/** `2 × Shea Butter, 1 × Black Soap`. */
export function returnInWords(lines: readonly { productName: string; quantity: number }[]): string {
  return lines.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ')
}

/** What the history says of a step. */
export function returnStepInWords(
  state: ReturnState,
  { lines, amount }: { lines: readonly ReturnedLine[]; amount: Pesewas },
): string {
  const label = returnLabel(state)
  if (state === 'settled') return `${label}, ${formatGhs(amount)} less to pay`
  if (state !== 'received') return label
  const sum = (count: (line: ReturnedLine) => number) =>
    lines.reduce((pieces, line) => pieces + count(line), 0)
  const shelf = sum(({ toShelf }) => toShelf)
  const off = sum(({ writtenOff }) => writtenOff)
  return `${label}, ${shelf} back on the shelf, ${off} written off`
}
