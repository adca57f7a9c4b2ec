import { normaliseDiscountCode } from './discount-texts.ts'
import type { DiscountKind } from './discounts.ts'
import { type Mistakes, onlyMistakes } from './form-mistakes.ts'
import type { Pesewas } from './money.ts'

export const longestDiscountName = 60
export const mostDiscountTargets = 200
const mostCodesAtOnce = 1_000
export const mostCodesOfDiscount = 20_000
/** That hold by themselves at one moment: every order looks at all of them. */
export const mostAutomatic = 20

const codeLengths = { least: 3, most: 30, prefix: 12 }
const mostUnits = 50
const mostUses = 1_000_000
const mostMoney: Pesewas = 1_000_000_00

export type DiscountFields = {
  name: string
  kind: DiscountKind
  percent: number | null
  amount: Pesewas | null
  buyQuantity: number | null
  getQuantity: number | null
  minimumSpend: Pesewas
  productIds: readonly number[]
  categories: readonly string[]
  isFirstOrderOnly: boolean
  usesPerCustomer: number | null
  mostUses: number | null
  startsAt: Date | null
  endsAt: Date | null
  isCombinable: boolean
  isAutomatic: boolean
  isEnabled: boolean
  /** Empty: it holds by itself, or with codes of their own for every customer. */
  code: string
}

export const discountWireNames = {
  name: 'name',
  percent: 'percent',
  amount: 'amount',
  buyQuantity: 'buy_quantity',
  getQuantity: 'get_quantity',
  minimumSpend: 'minimum_spend',
  usesPerCustomer: 'uses_per_customer',
  mostUses: 'most_uses',
  endsAt: 'ends_at',
  code: 'code',
} as const

type CheckedField = keyof typeof discountWireNames

/** NaN stands for what was typed and is no number. */
export function checkDiscount(fields: DiscountFields): Mistakes<CheckedField> {
  const { kind, startsAt, endsAt } = fields
  return onlyMistakes({
    name: nameMistake(fields.name),
    percent: kind === 'percent' ? wholeMistake(fields.percent, 100, true) : null,
    amount: kind === 'amount' ? moneyMistake(fields.amount, 1) : null,
    buyQuantity: kind === 'buy_x_get_y' ? wholeMistake(fields.buyQuantity, mostUnits, true) : null,
    getQuantity: kind === 'buy_x_get_y' ? wholeMistake(fields.getQuantity, mostUnits, true) : null,
    minimumSpend: moneyMistake(fields.minimumSpend, 0),
    usesPerCustomer: wholeMistake(fields.usesPerCustomer, mostUses, false),
    mostUses: wholeMistake(fields.mostUses, mostUses, false),
    endsAt: startsAt && endsAt && endsAt <= startsAt ? 'The end must come after the beginning' : null,
    code: fields.isAutomatic || fields.code === '' ? null : discountCodeMistake(fields.code),
  })
}

function nameMistake(text: string): string | null {
  if (text.trim() === '') return 'Name is required'
  return text.trim().length > longestDiscountName
    ? `Please use at most ${longestDiscountName} characters`
    : null
}

function discountCodeMistake(typed: string): string | null {
  const code = normaliseDiscountCode(typed)
  if (!/^[A-Z0-9]*$/.test(code)) return 'Please use the letters A to Z and digits'
  const isRight = code.length >= codeLengths.least && code.length <= codeLengths.most
  return isRight ? null : `Please use ${codeLengths.least} to ${codeLengths.most} letters and digits`
}

/** The beginning that all codes of one batch share; may be empty. */
export function codePrefixMistake(typed: string): string | null {
  const prefix = normaliseDiscountCode(typed)
  return /^[A-Z0-9]*$/.test(prefix) && prefix.length <= codeLengths.prefix
    ? null
    : `Please use at most ${codeLengths.prefix} letters and digits`
}

export function codeCountMistake(count: number): string | null {
  return wholeMistake(count, mostCodesAtOnce, true)
}

function wholeMistake(value: number | null, most: number, isNeeded: boolean): string | null {
  if (value === null) return isNeeded ? `Please use a whole number from 1 to ${most}` : null
  return Number.isInteger(value) && value >= 1 && value <= most
    ? null
    : `Please use a whole number from 1 to ${most}`
}

function moneyMistake(value: Pesewas | null, least: Pesewas): string | null {
  const isRight = value !== null && Number.isInteger(value) && value >= least && value <= mostMoney
  return isRight ? null : 'Please use an amount in cedis, such as 20 or 20.50'
}
