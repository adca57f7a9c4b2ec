import { createHmac } from 'node:crypto'
import { isRecord } from '#rules/is-record.ts'
import type { FailureReason, MessageState } from '#rules/notifications.ts'
import { callService, readObject, readText } from '#server/platform/call-service.ts'
import type { WhatsAppConfig } from '#server/platform/config.ts'
import { isSameSecret } from '#server/platform/hash.ts'
import { judge, type Outcome, type PhoneChannel, sent, timeoutMs } from './phone-message.ts'

export function openWhatsApp({ baseUrl, numberId, token, template }: WhatsAppConfig): PhoneChannel {
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
        return { is: 'refused', reason: reasonOf(error) ?? 'refused' }
      })
    },
  }
}

/** Meta's numbers for what a person of the shop can do something about. */
const reasons: Record<number, FailureReason> = {
  131026: 'bad_number',
  131042: 'no_credit',
  131048: 'too_many',
  131049: 'too_many',
  131056: 'too_many',
}

function reasonOf(error: unknown): FailureReason | null {
  return isRecord(error) ? (reasons[Number(error.code)] ?? null) : null
}

/** Named by our own id, or by the service's. */
type Receipt = Outcome & { messageId: string | null; providerId: string }

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
  return statuses.slice(0, 1_000).flatMap(({ id, status, errors, biz_opaque_callback_data: ours }) => {
    const providerId = readText(id)
    const state = receiptStates[String(status)]
    const messageId = typeof ours === 'string' && isUuid(ours) ? ours : null
    const [error] = Array.isArray(errors) ? errors : []
    const reason = state === 'failed' ? (reasonOf(error) ?? 'undelivered') : null
    return providerId !== null && state ? { messageId, providerId, state, reason } : []
  })
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
}

function listIn(thing: Record<string, unknown> | null, name: string): Record<string, unknown>[] {
  const list = thing?.[name]
  return Array.isArray(list) ? list.filter(isRecord) : []
}
