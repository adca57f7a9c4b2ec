import { type DoorWay, mostCash, referenceMistake } from './cash-book.ts'
import { formatGhs, type Pesewas } from './money.ts'

export const moneyKinds = ['receipt', 'repayment'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Who wrote it down: the payments, a driver at the door, or the staff. */
export const moneySources = ['gateway', 'door', 'office'] as const
export type MoneySource = (typeof moneySources)[number]

/** What the staff enters. */
export const officeWays = ['cash', 'mobile_money', 'wallet', 'bank'] as const
export type OfficeWay = (typeof officeWays)[number]

/** By hand: what came through a gateway and went back otherwise; the note says how. */
export const moneyWays = [...officeWays, 'gateway', 'by_hand'] as const
export type MoneyWay = (typeof moneyWays)[number]

export const moneyWayLabels = {
  cash: 'Cash',
  mobile_money: 'Mobile money',
  wallet: 'Shop’s wallet',
  bank: 'Bank',
  gateway: 'Online payment',
  by_hand: 'By hand',
} as const satisfies Record<MoneyWay, string>

/** One line of the ledger. A line that takes another one back has the same kind, and its amount below zero. */
export type MoneyLine = { kind: MoneyKind; source: MoneySource; way: MoneyWay; amount: Pesewas }

/** What the lines of an order come to. */
export type MoneySums = {
  /** What came in online for it, ever. */
  paidOnline: Pesewas
  /** What went back of that. */
  refunded: Pesewas
  /** What drivers were given at the door: in cash, and by mobile money. */
  paidCash: Pesewas
  paidMobile: Pesewas
  /** What the staff has taken. */
  paidOffice: Pesewas
  /** What the staff has paid back by hand of what came in by hand. */
  paidBack: Pesewas
}

export const noMoney: MoneySums = {
  paidOnline: 0,
  refunded: 0,
  paidCash: 0,
  paidMobile: 0,
  paidOffice: 0,
  paidBack: 0,
}

/** To which sum a line belongs. */
export function sumOf({ kind, source, way }: Omit<MoneyLine, 'amount'>): keyof MoneySums {
  if (source === 'gateway') return kind === 'receipt' ? 'paidOnline' : 'refunded'
  if (kind === 'repayment') return 'paidBack'
  if (source === 'office') return 'paidOffice'
  return way === 'mobile_money' ? 'paidMobile' : 'paidCash'
}

export function addLines(sums: MoneySums, lines: readonly MoneyLine[]): MoneySums {
  const { paidOnline, refunded, paidCash, paidMobile, paidOffice, paidBack } = sums
  const added = { paidOnline, refunded, paidCash, paidMobile, paidOffice, paidBack }
  for (const line of lines) added[sumOf(line)] += line.amount
  return added
}

export type DoorLine = { driverId: string | null; way: MoneyWay; amount: Pesewas }

/**
 * What is still here of what this driver was given for an order. What went back belongs to the first who had it: whoever
 * brings an order again after its money went back starts from nothing.
 */
export function doorMoneyOf(
  driverId: string,
  lines: readonly DoorLine[],
  doorBack: Pesewas,
): Record<DoorWay, Pesewas> {
  const found: Record<DoorWay, Pesewas> = { cash: 0, mobile_money: 0 }
  let left = doorBack
  for (const those of Map.groupBy(lines, (line) => `${line.driverId} ${line.way}`).values()) {
    const given = those.reduce((sum, { amount }) => sum + amount, 0)
    const gone = Math.min(left, given)
    left -= gone
    const [first] = those
    if (first?.driverId === driverId) found[first.way === 'cash' ? 'cash' : 'mobile_money'] = given - gone
  }
  return found
}

/** What the staff typed. */
export type MoneyEntry = {
  kind: MoneyKind
  way: OfficeWay
  amount: Pesewas | null
  reference: string
  note: string
}

export type MoneyMistakes = { amount?: string; reference?: string; note?: string }

/** Money that nobody can find again in the wallet or at the bank is not entered; what is unusual needs a word. */
export function checkEntry(
  { kind, way, amount, reference, note }: MoneyEntry,
  balance: { open: Pesewas; toPayBack: Pesewas; byHand: Pesewas },
): MoneyMistakes {
  const mistakes: MoneyMistakes = {}
  if (amount === null || amount <= 0 || amount > mostCash) {
    mistakes.amount = 'Please enter the amount in cedis, such as 290.00'
  } else if (kind === 'repayment' && amount > balance.byHand) {
    mistakes.amount =
      balance.byHand === 0
        ? 'No money came in by hand for this order. What was paid online goes back under its payment.'
        : `Please enter at most ${formatGhs(balance.byHand)}: so much came in by hand`
  } else if (note.trim() === '' && amount > (kind === 'receipt' ? balance.open : balance.toPayBack)) {
    mistakes.note =
      kind === 'receipt'
        ? 'Please say why it is more than is open'
        : 'Please say why: the customer keeps the order and pays less for it'
  }
  if (way !== 'cash' && reference.trim() === '') mistakes.reference = referenceMistake
  return mistakes
}
