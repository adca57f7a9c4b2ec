import { createHmac } from 'node:crypto'
import { isRecord } from '#rules/is-record.ts'
import type { FailureReason, MessageState } from '#rules/notifications.ts'
import { normalisePhone } from '#rules/phone-number.ts'
import { callService, readObject, readText } from '#server/platform/call-service.ts'
import type { WhatsAppConfig } from '#server/platform/config.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import {
  judge,
  type Outcome,
  type PhoneChannel,
  type PhoneMessage,
  sent,
  timeoutMs,
} from './phone-message.ts'

export function openWhatsApp({
  baseUrl,
  numberId,
  token,
  template,
  codeTemplate,
  offerTemplate,
}: WhatsAppConfig): PhoneChannel {
  const post = async ({ id, to }: Pick<PhoneMessage, 'id' | 'to'>, content: object) => {
    const reply = await callService(`${baseUrl}/v23.0/${numberId}/messages`, {
      method: 'POST',
      timeoutMs,
      headers: { authorization: `Bearer ${token}` },
      body: {
        messaging_product: 'whatsapp',
        to: to.replace('+', ''),
        biz_opaque_callback_data: id,
        ...content,
      },
    })
    return judge(reply, ({ messages, error }) => {
      const [message] = Array.isArray(messages) ? messages : []
      if (isRecord(message)) return sent(message.id)
      return { is: 'refused', reason: reasonOf(error) ?? 'refused' }
    })
  }
  return {
    name: 'whatsapp',
    perDay: null,
    send: (message) => {
      const { shopName, words, link, isFree } = message
      if (isFree) return post(message, { type: 'text', text: { preview_url: false, body: words } })
      return post(message, inTemplate(template, [{ type: 'body', ...texts(shopName, words, link) }]))
    },
    ...(offerTemplate && {
      sendOffer: (message) => {
        const { shopName, words, link } = message
        return post(message, inTemplate(offerTemplate, [{ type: 'body', ...texts(shopName, words, link) }]))
      },
    }),
    // Meta has templates of a kind of their own for codes: their text is Meta's, and a button copies the code.
    ...(codeTemplate && {
      sendCode: (message) => {
        const code = texts(message.code)
        const button = { type: 'button', sub_type: 'url', index: '0', ...code }
        return post(message, inTemplate(codeTemplate, [{ type: 'body', ...code }, button]))
      },
    }),
  }
}

function inTemplate(name: string, components: readonly object[]) {
  return { type: 'template', template: { name, language: { code: 'en' }, components } }
}

function texts(...parameters: string[]) {
  return { parameters: parameters.map((text) => ({ type: 'text', text })) }
}

/** Meta's numbers for what a person of the shop can do something about. */
const reasons: Record<number, FailureReason> = {
  131026: 'bad_number',
  131042: 'no_credit',
  131047: 'window_closed',
  131048: 'too_many',
  131049: 'too_many',
  131056: 'too_many',
}

function reasonOf(error: unknown): FailureReason | null {
  return isRecord(error) ? (reasons[Number(error.code)] ?? null) : null
}

/** Named by our own id, or by the service's. */
export type Receipt = Outcome & { messageId: string | null; providerId: string }

/** What somebody wrote to the shop. */
export type Answer = {
  providerId: string
  /** `233241234567`, or with + from abroad. */
  phone: string
  /** As the person is called on WhatsApp; may be empty. */
  name: string
  text: string
  at: Date
}

const receiptStates: Record<string, MessageState> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
}

/** Null when Meta has not signed it. More in one call than Meta sends is left out. */
export function readWebhook(
  { appSecret, numberId }: Pick<WhatsAppConfig, 'appSecret' | 'numberId'>,
  signature: string,
  body: Buffer,
): { receipts: Receipt[]; answers: Answer[] } | null {
  const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (!isSameSecret(signature, expected)) return null
  const values = listIn(readObject(body.toString('utf8')), 'entry')
    .flatMap((entry) => listIn(entry, 'changes'))
    .map(({ value }) => value)
    .filter(isRecord)
  const receipts = values.flatMap((value) => listIn(value, 'statuses'))
  const answers = values.filter(isAbout(numberId)).flatMap(readAnswers)
  return { receipts: receipts.slice(0, 1_000).flatMap(readReceipt), answers: answers.slice(0, 1_000) }
}

/** One account of Meta may have several numbers; another one's customers are none of ours. */
function isAbout(numberId: string) {
  return ({ metadata }: Record<string, unknown>): boolean =>
    isRecord(metadata) && readText(metadata.phone_number_id) === numberId
}

function readReceipt(said: Record<string, unknown>): Receipt | [] {
  const { id, status, errors, biz_opaque_callback_data: ours } = said
  const providerId = readText(id)
  const state = receiptStates[String(status)]
  const messageId = typeof ours === 'string' && isUuid(ours) ? ours : null
  const [error] = Array.isArray(errors) ? errors : []
  const reason = state === 'failed' ? (reasonOf(error) ?? 'undelivered') : null
  return providerId !== null && state ? { messageId, providerId, state, reason } : []
}

function readAnswers(value: Record<string, unknown>): Answer[] {
  const names = new Map(
    listIn(value, 'contacts').map(({ wa_id, profile }) => [
      readText(wa_id),
      cleaned(isRecord(profile) ? profile.name : '', 120),
    ]),
  )
  return listIn(value, 'messages').flatMap((message) => {
    const providerId = readText(message.id)
    const from = readText(message.from) ?? ''
    const seconds = Number(readText(message.timestamp))
    const text = wordsOf(message)
    const isWhole = /^\d{6,15}$/.test(from) && seconds > 0 && seconds < 10_000_000_000
    if (providerId === null || providerId.length > 300 || !isWhole || text === null) return []
    const phone = normalisePhone(`+${from}`) ?? `+${from}`
    return { providerId, phone, name: names.get(from) ?? '', text, at: new Date(seconds * 1_000) }
  })
}

const longestAnswer = 4_096

const kindWords: Record<string, string> = {
  image: 'Picture',
  video: 'Video',
  audio: 'Voice message',
  document: 'File',
  sticker: 'Sticker',
  location: 'Place',
  contacts: 'Contact',
  order: 'Order from the catalogue',
}

/** What cannot be shown here is named, so that somebody looks for it in WhatsApp. Null: nothing was said. */
function wordsOf(message: Record<string, unknown>): string | null {
  const kind = String(message.type)
  const part = message[kind]
  const said = isRecord(part) ? part : {}
  if (kind === 'reaction' || kind === 'system') return null
  if (kind === 'text') return cleaned(said.body, longestAnswer) || null
  if (kind === 'button') return cleaned(said.text, longestAnswer) || null
  if (kind === 'interactive') {
    const chosen = [said.button_reply, said.list_reply].find(isRecord)
    return cleaned(chosen?.title, longestAnswer) || null
  }
  const caption = cleaned(said.caption, longestAnswer - 40)
  return `[${kindWords[kind] ?? 'Message'} – see WhatsApp]${caption && ` ${caption}`}`
}

/** Text that the database takes and a screen can show. */
function cleaned(value: unknown, longest: number): string {
  const text = typeof value === 'string' ? value : ''
  return text.replaceAll('\0', '').trim().slice(0, longest).toWellFormed()
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function listIn(thing: Record<string, unknown> | null, name: string): Record<string, unknown>[] {
  const list = thing?.[name]
  return Array.isArray(list) ? list.filter(isRecord) : []
}
