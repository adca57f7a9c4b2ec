import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { isRecord } from '#rules/is-record.ts'
import { lowSmsBalance } from '#rules/notification-settings.ts'
import { callService, readObject, readText } from '#server/platform/call-service.ts'
import type { Config, SmsConfig } from '#server/platform/config.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import {
  codeText,
  judge,
  type Outcome,
  type PhoneChannel,
  refused,
  type SendResult,
  sent,
  smsText,
  timeoutMs,
} from './phone-message.ts'
import { smsBalances } from './tables.ts'
import { openWhatsApp } from './whatsapp.ts'

/** Which of them send by themselves. */
export function phoneWaysOf(config: Pick<Config, 'whatsApp' | 'sms'>): Record<PhoneChannel['name'], boolean> {
  const names = openPhoneChannels(config).map(({ name }) => name)
  return { sms: names.includes('sms'), whatsapp: names.includes('whatsapp') }
}

/** In the order in which they are tried. */
export function openPhoneChannels({ whatsApp, sms }: Pick<Config, 'whatsApp' | 'sms'>): PhoneChannel[] {
  const channels: PhoneChannel[] = []
  if (whatsApp) channels.push(openWhatsApp(whatsApp))
  if (sms.provider !== 'none' && sms.provider !== 'log') channels.push(openSms(sms))
  return channels
}

type Provider = Extract<SmsConfig, { sender: string }>

type Question = { url: string; headers: Record<string, string> }

type Said = Record<string, unknown>

/** How one provider is asked, and what its answer means. Its key stands in the call and nowhere else. */
type SmsApi = {
  call(provider: Provider, to: string, text: string): Question & { body: object }
  read(said: Said): SendResult
  /** Where it says what became of a message: none of them signs a call of its own, so it is asked. */
  receipt(provider: Provider, id: string): Question
  /** The provider's word for it. */
  readReceipt(said: Said): unknown
  balance?(provider: Provider): Question
  readBalance?(said: Said): number
}

function openSms(provider: Provider): PhoneChannel {
  const { call, read, receipt, readReceipt, balance, readBalance } = smsApis[provider.provider]
  const post = async (to: string, text: string) => {
    const { url, headers, body } = call(provider, to.replace('+', ''), text)
    return judge(await callService(url, { method: 'POST', headers, body, timeoutMs }), read)
  }
  return {
    name: 'sms',
    perDay: provider.perDay,
    send: (message) => post(message.to, smsText(message)),
    sendOffer: (message) => post(message.to, smsText(message)),
    sendCode: (message) => post(message.to, codeText(message)),
    async ask(id) {
      const said = await get(receipt(provider, id))
      return said && readOutcome(readText(readReceipt(said)) ?? '')
    },
    ...(balance &&
      readBalance && {
        async askBalance() {
          const said = await get(balance(provider))
          const left = said ? readBalance(said) : Number.NaN
          return Number.isFinite(left) ? Math.floor(left) : null
        },
      }),
  }
}

async function get({ url, headers }: Question): Promise<Said | null> {
  const reply = await callService(url, { method: 'GET', headers, timeoutMs })
  return reply.is === 'answered' && reply.status < 300 ? readObject(reply.text) : null
}

/** Each provider has words of its own; those that are none of these say that it is still on its way. */
function readOutcome(word: string): Outcome | null {
  if (/undeliver|not.?deliver|fail|reject|expire|invalid|block/i.test(word)) {
    const reason = /invalid/i.test(word) ? 'bad_number' : 'undelivered'
    return { state: 'failed', reason }
  }
  return /deliver/i.test(word) ? { state: 'delivered', reason: null } : null
}

const smsApis: Record<Provider['provider'], SmsApi> = {
  hubtel: {
    call: ({ baseUrl, sender, key }, to, text) => ({
      url: `${baseUrl}/v1/messages/send`,
      headers: basic(key),
      body: { From: sender, To: to, Content: text },
    }),
    read: ({ status, messageId, statusDescription }) =>
      status === 0 ? sent(messageId) : refused(statusDescription),
    receipt: ({ baseUrl, key }, id) => ({
      url: `${baseUrl}/v1/messages/${encodeURIComponent(id)}`,
      headers: basic(key),
    }),
    // A number until the network has answered.
    readReceipt: ({ status, statusDescription }) => (typeof status === 'string' ? status : statusDescription),
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
    receipt: ({ baseUrl, key }, id) => ({
      url: `${baseUrl}/api/v2/sms/${encodeURIComponent(id)}`,
      headers: { 'api-key': key },
    }),
    readReceipt: ({ data }) => firstIn(data).status,
    balance: ({ baseUrl, key }) => ({
      url: `${baseUrl}/api/v2/clients/balance-details`,
      headers: { 'api-key': key },
    }),
    readBalance: ({ data }) => readNumber(firstIn(data).sms_balance),
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
    receipt: ({ baseUrl, key }, id) => ({
      url: `${baseUrl}/api/campaign/${encodeURIComponent(id)}?key=${encodeURIComponent(key)}`,
      headers: {},
    }),
    readReceipt: ({ report }) => firstIn(report).status,
    balance: ({ baseUrl, key }) => ({
      url: `${baseUrl}/api/balance/sms?key=${encodeURIComponent(key)}`,
      headers: {},
    }),
    readBalance: ({ balance, bonus }) => readNumber(balance) + (readNumber(bonus) || 0),
  },
}

function basic(key: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(key).toString('base64')}` }
}

/** Some answer with a list of one. */
function firstIn(thing: unknown): Said {
  const first = Array.isArray(thing) ? thing[0] : thing
  return isRecord(first) ? first : {}
}

function readNumber(value: unknown): number {
  return Number.parseFloat(readText(value) ?? '')
}

const balanceJob = 'sms-balance'

/** Must be called before the jobs start. */
export function defineBalanceJob(context: Context): void {
  context.jobs.define(balanceJob, z.object({}), () => watchBalance(context), { retries: 1 })
  context.jobs.schedule(balanceJob, '23 * * * *')
}

const aDay = 24 * 3_600

/** A provider that does not answer leaves what it said before; after a day nobody relies on that. */
export async function watchBalance(context: Context): Promise<void> {
  const { config, db, clock, limits, log } = context
  const channel = openPhoneChannels(config).find(({ name }) => name === 'sms')
  const parts = (await channel?.askBalance?.()) ?? null
  if (parts === null) return
  const row = { provider: config.sms.provider, parts: Math.min(parts, 2_000_000_000), askedAt: clock() }
  await db.insert(smsBalances).values(row).onConflictDoUpdate({ target: smsBalances.provider, set: row })
  if (parts >= lowSmsBalance) return
  const { allowed } = await limits.take('smsBalanceWarnings', 'all', { limit: 1, windowSeconds: aDay })
  if (allowed) log.warn({ parts }, 'The credit at the SMS provider is nearly used up')
}

/** Null: nobody knows, or the provider does not say. */
export async function readSmsBalance(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  db: Database,
): Promise<number | null> {
  if (config.sms.provider === 'none' || config.sms.provider === 'log') return null
  const isKnown = gt(smsBalances.askedAt, new Date(clock().getTime() - aDay * 1_000))
  const [row] = await db
    .select({ parts: smsBalances.parts })
    .from(smsBalances)
    .where(and(eq(smsBalances.provider, config.sms.provider), isKnown))
  return row?.parts ?? null
}
