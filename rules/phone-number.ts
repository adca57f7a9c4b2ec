const ghanaNumber = /^(?:2(?:[0346-9]\d|5[67])|3\d\d|5(?:[03-7]\d|9[1-9]))\d{6}$/
const fromAbroad = /^\+[1-9]\d{7,14}$/
const usualSigns = /^\+?[\d\s().\-/]{1,40}$/

export const phoneHelp = 'Please enter a Ghana number such as 024 123 4567, or an international one with +'

/**
 * One spelling for one number: `233241234567` for Ghana, `+447911123456` for abroad; null when nobody could be
 * reached there. People keep their number when they change network, so a prefix does not prove that it is MTN.
 */
export function normalisePhone(text: string): string | null {
  const written = text.trim()
  if (!usualSigns.test(written)) return null
  const digits = written.replace(/\D/g, '')
  if (written.startsWith('+') && !digits.startsWith('233')) {
    return fromAbroad.test(`+${digits}`) ? `+${digits}` : null
  }
  const withoutExit = digits.startsWith('00') ? digits.slice(2) : digits
  const hasCountry = withoutExit.length > 10 && withoutExit.startsWith('233')
  const national = (hasCountry ? withoutExit.slice(3) : withoutExit).replace(/^0/, '')
  return ghanaNumber.test(national) ? `233${national}` : null
}

/** A number of Ghana that a mobile money prompt or an SMS can reach, in its one spelling. */
export function normaliseMobile(text: string): string | null {
  const known = normalisePhone(text)
  // 03… is a landline.
  return known?.startsWith('233') && !known.startsWith('2333') ? known : null
}

/** A number that a message can reach: no landline of Ghana. */
export function normaliseTextable(text: string): string | null {
  const known = normalisePhone(text)
  return known?.startsWith('233') ? normaliseMobile(text) : known
}

/** `024 123 4567`, or with + and the country code when it is not from Ghana. */
export function showPhone(phone: string): string {
  const known = normalisePhone(phone)
  if (!known?.startsWith('233')) return known ?? phone
  const local = `0${known.slice(3)}`
  return `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`
}

/** `024 *** *567`: enough to recognise one's own number, not enough to call somebody else's. */
export function maskPhone(phone: string): string {
  const shown = showPhone(phone).replaceAll(' ', '')
  return shown.length < 9 ? '*** *** ****' : `${shown.slice(0, 3)} *** *${shown.slice(-3)}`
}

/** `+233241234567`, for a link that dials. */
export function diallablePhone(phone: string): string {
  const known = normalisePhone(phone)
  return known?.startsWith('233') ? `+${known}` : (known ?? phone)
}

/** `0241234567`. A number from abroad starts with 00, because a spreadsheet takes a + for a formula. */
export function phoneForSpreadsheet(phone: string): string {
  const known = normalisePhone(phone)
  if (!known) return phone
  return known.startsWith('+') ? `00${known.slice(1)}` : `0${known.slice(3)}`
}

/** Phones cut longer links off. Counted as it travels: one ɛ takes six places, one blank three. */
export const longestChatLink = 1999

/** Opens a chat with the text as a draft: nothing is sent before the person presses send. */
export function chatLink(chatNumber: string, text: string): string {
  return `https://wa.me/${chatNumberDigits(chatNumber)}?text=${encodeURIComponent(withoutBrokenLetters(text))}`
}

/** Digits with the country code, as the chat wants them; a number written as 024… is in Ghana. */
export function chatNumberDigits(chatNumber: string): string {
  const known = normalisePhone(chatNumber)
  if (known) return known.replace('+', '')
  const digits = chatNumber.replace(/\D/g, '')
  const isLandline = /^0[1-9]\d{8}$/.test(digits)
  return (isLandline ? `233${digits.slice(1)}` : digits.replace(/^0+/, '')).slice(0, 15)
}

/** As long as the text is on its way. */
export function chatLength(text: string): number {
  return encodeURIComponent(withoutBrokenLetters(text)).length
}

/** Half of an emoji, as a cut text may leave it, cannot be put into a link. */
function withoutBrokenLetters(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '')
}
