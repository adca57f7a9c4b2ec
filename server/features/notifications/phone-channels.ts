import { createHmac } from 'node:crypto'
import { isRecord } from '#rules/is-record.ts'
import type { FailureReason, MessageState } from '#rules/notifications.ts'
import { callService, type Reply, readObject, readText } from '#server/platform/call-service.ts'
import type { Config, SmsConfig, WhatsAppConfig } from '#server/platform/config.ts'
import { isSameSecret } from '#server/platform/hash.ts'

export type PhoneMessage = {
  /** Ours; receipts repeat it, where a service lets us say it. */
  id: string
  /** `233241234567`, or with + from abroad. */
  to: string
  shopName: string
  /** What happened, in one sentence. */
  words: string
  link: string
}

/** How a provider took a message up. */
export type SendResult =
  | { is: 'sent'; providerId: string | null }
  /** It can never arrive this way. */
  | { is: 'refused'; reason: FailureReason }
  /** It did not arrive, and may do so later. */
  | { is: 'later'; reason: FailureReason }
  /** Nobody knows: none of these providers takes a key that would let us ask twice. */
  | { is: 'unknown' }

export type PhoneChannel = {
  name: 'whatsapp' | 'sms'
  /** How many go out within 24 hours; null where nobody set a limit. */
  perDay: number | null
  send(message: PhoneMessage): Promise<SendResult>
}

/** In the order in which they are tried. */
export function openPhoneChannels({ whatsApp, sms }: Pick<Config, 'whatsApp' | 'sms'>): PhoneChannel[] {
  const channels: PhoneChannel[] = []
  if (whatsApp) channels.push(openWhatsApp(whatsApp))
  if (sms.provider !== 'none' && sms.provider !== 'log') channels.push(openSms(sms))
  return channels
}

export function smsText({
  shopName,
  words,
  link,
}: Pick<PhoneMessage, 'shopName' | 'words' | 'link'>): string {
  return `${shopName}: ${words} ${link}`
}

const timeoutMs = 10_000

type Provider = Extract<SmsConfig, { sender: string }>

type Call = { url: string; headers: Record<string, string>; body: object }

/** How one provider is asked, and what its answer means. Its key stands in the call and nowhere else. */
type SmsApi = {
  call(provider: Provider, to: string, text: string): Call
  read(said: Record<string, unknown>): SendResult
}

function openSms(provider: Provider): PhoneChannel {
  const { call, read } = smsApis[provider.provider]
  return {
    name: 'sms',
    perDay: provider.perDay,
    async send(message) {
      const { url, headers, body } = call(provider, message.to.replace('+', ''), smsText(message))
      return judge(await callService(url, { method: 'POST', headers, body, timeoutMs }), read)
    },
  }
}

const smsApis: Record<Provider['provider'], SmsApi> = {
  hubtel: {
    call: ({ baseUrl, sender, key }, to, text) => ({
      url: `${baseUrl}/v1/messages/send`,
      headers: { authorization: `Basic ${Buffer.from(key).toString('base64')}` },
      body: { From: sender, To: to, Content: text },
    }),
    read: ({ status, messageId, statusDescription }) =>
      status === 0 ? sent(messageId) : refused(statusDescription),
  },
  arkesel: {
    call: ({ baseUrl, sender, key }, to, text) => ({
      url: `${baseUrl}/api/v2/sms/send`,
      headers: { 'api-key': key },
      body: { sender, message: text, recipients: [to] },
    }),
    read: ({ status, data, message }) => {
      if (status !== 'success') return refused(message)
      const results = Array.isArray(data) ? data.filter(isRecord) : []
      const taken = results.find(({ id }) => readText(id) !== null)
      if (taken) return sent(taken.id)
      const isInvalid = results.some((result) => 'invalid numbers' in result)
      return isInvalid ? { is: 'refused', reason: 'bad_number' } : sent(null)
    },
  },
  mnotify: {
    call: ({ baseUrl, sender, key }, to, text) => ({
      url: `${baseUrl}/api/sms/quick?key=${encodeURIComponent(key)}`,
      headers: {},
      // It wants numbers as people of Ghana write them.
      body: {
        recipient: [to.replace(/^233/, '0')],
        sender,
        message: text,
        is_schedule: false,
        schedule_date: '',
      },
    }),
    read: ({ status, summary, message }) =>
      status === 'success' ? sent(isRecord(summary) ? summary._id : null) : refused(message),
  },
}

function openWhatsApp({ baseUrl, numberId, token, template }: WhatsAppConfig): PhoneChannel {
  return {
    name: 'whatsapp',
    perDay: null,
    async send({ id, to, shopName, words, link }) {
      const parameters = [shopName, words, link].map((text) => ({ type: 'text', text }))
      const reply = await callService(`${baseUrl}/v23.0/${numberId}/messages`, {
        method: 'POST',
        timeoutMs,
        headers: { authorization: `Bearer ${token}` },
        body: {
          messaging_product: 'whatsapp',
          to: to.replace('+', ''),
          type: 'template',
          biz_opaque_callback_data: id,
          template: {
            name: template,
            language: { code: 'en' },
            components: [{ type: 'body', parameters }],
          },
        },
      })
      return judge(reply, ({ messages, error }) => {
        const [message] = Array.isArray(messages) ? messages : []
        if (isRecord(message)) return sent(message.id)
        return isRecord(error) && error.code === 131_026
          ? { is: 'refused', reason: 'bad_number' }
          : { is: 'refused', reason: 'refused' }
      })
    },
  }
}

/** Named by our own id, or by the service's. */
type Receipt = { messageId: string | null; providerId: string; state: MessageState }

const receiptStates: Record<string, MessageState> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
}

/** Null when Meta has not signed it. More in one call than Meta sends is left out. */
export function readReceipts(
  { appSecret }: Pick<WhatsAppConfig, 'appSecret'>,
  signature: string,
  body: Buffer,
): Receipt[] | null {
  const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`
  if (!isSameSecret(signature, expected)) return null
  const statuses = listIn(readObject(body.toString('utf8')), 'entry')
    .flatMap((entry) => listIn(entry, 'changes'))
    .flatMap(({ value }) => listIn(isRecord(value) ? value : null, 'statuses'))
  return statuses.slice(0, 1_000).flatMap(({ id, status, biz_opaque_callback_data: ours }) => {
    const providerId = readText(id)
    const state = receiptStates[String(status)]
    const messageId = typeof ours === 'string' && isUuid(ours) ? ours : null
    return providerId !== null && state ? { messageId, providerId, state } : []
  })
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function listIn(thing: Record<string, unknown> | null, name: string): Record<string, unknown>[] {
  const list = thing?.[name]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function judge(reply: Reply, read: (said: Record<string, unknown>) => SendResult): SendResult {
  if (reply.is === 'unreachable') return { is: 'later', reason: 'unreachable' }
  if (reply.is === 'no_answer') return { is: 'unknown' }
  if (reply.status === 429) return { is: 'later', reason: 'refused' }
  if (reply.status === 402) return { is: 'refused', reason: 'no_credit' }
  // Behind a broken gateway the message may have gone out all the same.
  if (reply.status >= 500)
    return reply.status === 503 ? { is: 'later', reason: 'unreachable' } : { is: 'unknown' }
  const said = readObject(reply.text)
  if (said !== null) return read(said)
  return reply.status < 300 ? { is: 'unknown' } : { is: 'refused', reason: 'refused' }
}

function sent(providerId: unknown): SendResult {
  return { is: 'sent', providerId: readText(providerId) }
}

/** Providers say in words of their own why they take nothing. */
function refused(said: unknown): SendResult {
  const words = readText(said) ?? ''
  if (/balance|credit|fund/i.test(words)) return { is: 'refused', reason: 'no_credit' }
  if (/invalid.*(number|recipient|destination|phone)/i.test(words))
    return { is: 'refused', reason: 'bad_number' }
  return { is: 'refused', reason: 'refused' }
}
