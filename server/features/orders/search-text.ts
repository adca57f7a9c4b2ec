import { diallablePhone, normalisePhone, phoneForSpreadsheet } from '#rules/phone-number.ts'

type Searchable = {
  customerName: string
  trackingCode: string
  customerEmail?: string | null
  customerPhone: string
}

/** One line each, so that a pattern for the beginning or the end means each of them. */
export function searchTextOf({
  customerName,
  trackingCode,
  customerEmail,
  customerPhone,
}: Searchable): string {
  const lines = [customerName, trackingCode, customerEmail ?? '', ...spellingsOf(customerPhone)]
  return lines
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')
}

/** `024 123 4567`, `0241234567` and `+233241234567` are one number, whichever the owner types. */
function spellingsOf(phone: string): string[] {
  if (normalisePhone(phone) === null) return [phone]
  return [...new Set([phone, phoneForSpreadsheet(phone), diallablePhone(phone)])]
}
