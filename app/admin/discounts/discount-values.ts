import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import { checkDiscount, type DiscountFields, discountWireNames } from '#rules/discount-fields.ts'
import { type DiscountKind, discountKinds } from '#rules/discounts.ts'
import { fromCedis, plainCedis, toCedis, toPesewas } from '#rules/money.ts'
import type { FieldTexts } from '../form-sheet.tsx'

/** What is chosen by pressing and not typed. */
export type Targets = { productIds: readonly number[]; categories: readonly string[] }

/** NaN for what was typed and is no number: the check then says so. */
export function readDiscount(values: FormData, targets: Targets): DiscountFields {
  const text = (name: string) => String(values.get(name) ?? '').trim()
  const whole = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const money = (name: string) => fromCedis(text(name)) ?? Number.NaN
  const isAutomatic = text('way') === 'automatic'
  return {
    name: text('name'),
    kind: kindOf(values.get('kind')),
    percent: whole('percent'),
    amount: text('amount') === '' ? null : money('amount'),
    buyQuantity: whole('buy_quantity'),
    getQuantity: whole('get_quantity'),
    minimumSpend: text('minimum_spend') === '' ? 0 : money('minimum_spend'),
    productIds: targets.productIds,
    categories: targets.categories,
    isFirstOrderOnly: values.has('first_order_only'),
    usesPerCustomer: whole('uses_per_customer'),
    mostUses: whole('most_uses'),
    startsAt: moment(text('starts_at')),
    endsAt: moment(text('ends_at')),
    isCombinable: values.has('combinable'),
    isAutomatic,
    isEnabled: values.has('enabled'),
    code: isAutomatic ? '' : text('code'),
  }
}

export function kindOf(written: unknown): DiscountKind {
  return discountKinds.find((kind) => kind === written) ?? 'percent'
}

/** What the form begins with, by the names of its fields. */
export function startOfDiscount(discount: DiscountResponse | null) {
  const text = (value: number | null | undefined) => String(value ?? '')
  const money = (cedis: number | null | undefined) => (cedis ? plainCedis(toPesewas(cedis)) : '')
  const fields: FieldTexts = {
    name: discount?.name ?? '',
    way: discount?.automatic ? 'automatic' : 'code',
    code: discount?.code ?? '',
    kind: discount?.kind ?? 'percent',
    percent: text(discount?.percent),
    amount: money(discount?.amount),
    buy_quantity: String(discount?.buy_quantity ?? 2),
    get_quantity: String(discount?.get_quantity ?? 1),
    minimum_spend: money(discount?.minimum_spend),
    most_uses: text(discount?.most_uses),
    uses_per_customer: text(discount?.uses_per_customer),
    starts_at: toMomentField(discount?.starts_at),
    ends_at: toMomentField(discount?.ends_at),
    ...(discount?.first_order_only && { first_order_only: 'on' }),
    ...(discount?.combinable && { combinable: 'on' }),
    ...((discount?.enabled ?? true) && { enabled: 'on' }),
  }
  const chosen: Targets = { productIds: discount?.product_ids ?? [], categories: discount?.categories ?? [] }
  return { fields, chosen, version: discount?.updated_at }
}

/** Ghana keeps GMT all year. */
function moment(text: string): Date | null {
  const at = new Date(`${text}:00Z`)
  return text === '' || Number.isNaN(at.getTime()) ? null : at
}

/** A field for a day and an hour, from a moment of the shop. */
function toMomentField(at: string | null | undefined): string {
  return at?.slice(0, 16) ?? ''
}

/** By the names of the form, which are those of the wire. */
export function discountMistakes(fields: DiscountFields): Record<string, string> {
  const named = Object.entries(checkDiscount(fields)).map(([field, text]) => [
    discountWireNames[field as keyof typeof discountWireNames],
    text,
  ])
  return Object.fromEntries(named)
}

export function discountBodyOf(fields: DiscountFields, expected: string | undefined) {
  return {
    name: fields.name,
    kind: fields.kind,
    percent: fields.percent,
    amount: fields.amount === null || Number.isNaN(fields.amount) ? null : toCedis(fields.amount),
    buy_quantity: fields.buyQuantity,
    get_quantity: fields.getQuantity,
    minimum_spend: toCedis(fields.minimumSpend),
    product_ids: fields.productIds,
    categories: fields.categories,
    first_order_only: fields.isFirstOrderOnly,
    uses_per_customer: fields.usesPerCustomer,
    most_uses: fields.mostUses,
    starts_at: fields.startsAt?.toISOString() ?? null,
    ends_at: fields.endsAt?.toISOString() ?? null,
    combinable: fields.isCombinable,
    automatic: fields.isAutomatic,
    enabled: fields.isEnabled,
    code: fields.code,
    ...(expected !== undefined && { expected }),
  }
}

type DiscountState = 'On' | 'Off' | 'Planned' | 'Over' | 'Used up'

export function stateOf(discount: DiscountResponse, now: Date): DiscountState {
  if (!discount.enabled) return 'Off'
  if (discount.ends_at && new Date(discount.ends_at) <= now) return 'Over'
  if (discount.most_uses !== null && discount.uses >= discount.most_uses) return 'Used up'
  return discount.starts_at && new Date(discount.starts_at) > now ? 'Planned' : 'On'
}
