import { createHmac } from 'node:crypto'
import { type FailingServer, type FakeResponse, openFakeServer, type Question } from './fake-server.ts'

export type MessageService = 'hubtel' | 'arkesel' | 'mnotify' | 'whatsapp'

/** What reached somebody's phone. */
export type Arrived = { service: MessageService; to: string; text: string; id: string }

export type FakeMessageServices = FailingServer & {
  settings(sms: Exclude<MessageService, 'whatsapp'>): Record<string, string>
  whatsAppSettings: Record<string, string>
  arrived: Arrived[]
  /** Every call with its headers, as it came. */
  asked: Question[]
  /** The next call of a service is answered so; with `also`, the message arrives all the same. */
  next(service: MessageService, answer: FakeResponse & { also?: boolean }): void
  /** What a provider says about a message, each time that it is asked; unknown ones are on their way. */
  outcomes: Map<string, string[]>
  /** How many parts each provider says are left. */
  credit: { left: number | null }
  /** What Meta calls about messages that it took, with its signature. */
  receipts(
    ...statuses: {
      id: string
      status: string
      biz_opaque_callback_data?: string
      errors?: { code: number }[]
    }[]
  ): SignedCall
  /** What customers wrote there. */
  answers(...written: WrittenAnswer[]): SignedCall
}

type SignedCall = { payload: string; signature: string }

type WrittenAnswer = {
  from: string
  id: string
  text?: string
  at: Date
  name?: string
  /** Another number of the same account. */
  to?: string
  /** Another type than a text, with its part. */
  [part: string]: unknown
}

type Setup = {
  /** What the network does to the next call of a service; null: nothing. */
  disturb?(service: MessageService): (FakeResponse & { also?: boolean }) | null
}

const keys = { hubtel: 'client:secret-of-hubtel', arkesel: 'secret-of-arkesel', mnotify: 'secret-of-mnotify' }
const whatsAppToken = 'secret-of-whatsapp'
const numberId = '106540352242922'
const appSecret = 'app-secret-of-meta'

/** The few calls of SMS providers and of WhatsApp's Cloud API that the shop uses, on one address. */
export async function openFakeMessageServices({ disturb }: Setup = {}): Promise<FakeMessageServices> {
  const arrived: Arrived[] = []
  const asked: Question[] = []
  const planned: { service: MessageService; answer: FakeResponse & { also?: boolean } }[] = []

  const outcomes = new Map<string, string[]>()
  const credit: { left: number | null } = { left: null }

  const server = await openAtKnownAddress((question) => {
    asked.push(question)
    if (question.method === 'GET') return answerQuestion(question, outcomes, credit.left)
    const service = serviceOf(question)
    if (service === null) return { status: 404 }
    const plan = planned.findIndex((each) => each.service === service)
    const answer = plan < 0 ? disturb?.(service) : planned.splice(plan, 1)[0]?.answer
    if (answer && !answer.also) return answer
    const id = `${service}-${arrived.length + 1}`
    const usual = services[service](question, id, (to, text) => arrived.push({ service, to, text, id }))
    return { ...usual, ...answer }
  })
  return {
    ...server,
    settings: (service) => ({
      SMS_PROVIDER: service,
      SMS_SENDER: 'AdomBeauty',
      SMS_KEY: keys[service],
      MESSAGE_SERVICE_URL: server.url,
    }),
    whatsAppSettings: {
      WHATSAPP_NUMBER_ID: numberId,
      WHATSAPP_TOKEN: whatsAppToken,
      WHATSAPP_APP_SECRET: appSecret,
      WHATSAPP_VERIFY_TOKEN: 'a-word-of-our-own',
      MESSAGE_SERVICE_URL: server.url,
    },
    arrived,
    asked,
    outcomes,
    credit,
    next: (service, answer) => void planned.push({ service, answer }),
    receipts: (...statuses) => signed({ messaging_product: 'whatsapp', statuses }),
    answers: (...written) =>
      signed({
        messaging_product: 'whatsapp',
        metadata: { display_phone_number: '233302123456', phone_number_id: written[0]?.to ?? numberId },
        contacts: written.map(({ from, name = 'Ama' }) => ({ wa_id: from, profile: { name } })),
        messages: written.map(({ from, id, text, at, name: _name, to: _to, ...message }) => ({
          from,
          id,
          timestamp: String(Math.floor(at.getTime() / 1_000)),
          type: 'text',
          ...(text !== undefined && { text: { body: text } }),
          ...message,
        })),
      }),
  }
}

let lastPort: number | undefined

/** Where the last ones were, if nobody else is there: a shop whose settings are the same can be used by the next test. */
async function openAtKnownAddress(answer: (question: Question) => FakeResponse): Promise<FailingServer> {
  const server = await openFakeServer(answer, lastPort).catch(() => openFakeServer(answer))
  lastPort = Number(new URL(server.url).port)
  return server
}

/** As Meta calls the shop. */
function signed(value: object): SignedCall {
  const payload = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ changes: [{ field: 'messages', value }] }],
  })
  return { payload, signature: `sha256=${createHmac('sha256', appSecret).update(payload).digest('hex')}` }
}

/** Receipts and credit, which providers say only when they are asked, and only with their key. */
function answerQuestion(
  { path, headers }: Question,
  outcomes: ReadonlyMap<string, string[]>,
  left: number | null,
): FakeResponse {
  const wordFor = (id: string) => outcomes.get(id)?.shift() ?? 'Submitted'
  const [, hubtel] = /^\/v1\/messages\/([^/?]+)$/.exec(path) ?? []
  const [, arkesel] = /^\/api\/v2\/sms\/([^/?]+)$/.exec(path) ?? []
  const [, mnotify] = /^\/api\/campaign\/([^/?]+)\?key=secret-of-mnotify$/.exec(path) ?? []
  const basic = `Basic ${Buffer.from(keys.hubtel).toString('base64')}`
  if (hubtel && headers.authorization === basic) {
    return { status: 200, body: { messageId: hubtel, status: wordFor(hubtel), rate: 0.0309 } }
  }
  if (arkesel && headers['api-key'] === keys.arkesel) {
    return { status: 200, body: { status: 'success', data: { id: arkesel, status: wordFor(arkesel) } } }
  }
  if (mnotify) return { status: 200, body: { status: 'success', report: [{ status: wordFor(mnotify) }] } }
  if (left === null) return { status: 404 }
  if (path === '/api/v2/clients/balance-details' && headers['api-key'] === keys.arkesel) {
    return {
      status: 200,
      body: { status: 'success', data: { sms_balance: String(left), main_balance: 'GHS 0.00' } },
    }
  }
  return path === `/api/balance/sms?key=${keys.mnotify}`
    ? { status: 200, body: { status: 'success', balance: left, bonus: 0 } }
    : { status: 404 }
}

function serviceOf({ method, path }: Question): MessageService | null {
  if (method !== 'POST') return null
  if (path === '/v1/messages/send') return 'hubtel'
  if (path === '/api/v2/sms/send') return 'arkesel'
  if (path.startsWith('/api/sms/quick?')) return 'mnotify'
  return /^\/v23\.0\/\d+\/messages$/.test(path) ? 'whatsapp' : null
}

type Answer = (question: Question, id: string, arrive: (to: string, text: string) => void) => FakeResponse

const refusal = { status: 401, body: { message: 'Authentication Failed' } }

const services: Record<MessageService, Answer> = {
  hubtel({ headers, body }, id, arrive) {
    const { From, To, Content } = JSON.parse(body)
    const expected = `Basic ${Buffer.from(keys.hubtel).toString('base64')}`
    if (headers.authorization !== expected || !From) return refusal
    arrive(To, Content)
    return {
      status: 201,
      body: {
        rate: 0.0309,
        messageId: id,
        status: 0,
        networkId: '62001',
        clientReference: null,
        statusDescription: 'request submitted successfully',
      },
    }
  },
  arkesel({ headers, body }, id, arrive) {
    const { sender, message, recipients } = JSON.parse(body)
    if (headers['api-key'] !== keys.arkesel || !sender) return refusal
    arrive(recipients[0], message)
    return { status: 200, body: { status: 'success', data: [{ recipient: recipients[0], id }] } }
  },
  mnotify({ path, body }, id, arrive) {
    const { sender, message, recipient } = JSON.parse(body)
    if (path !== `/api/sms/quick?key=${keys.mnotify}` || !sender) return refusal
    arrive(recipient[0], message)
    return {
      status: 200,
      body: {
        status: 'success',
        code: '2000',
        message: 'messages sent successfully',
        summary: { _id: id, total_sent: 1 },
      },
    }
  },
  whatsapp({ headers, body }, id, arrive) {
    const { to, type, template, text: free } = JSON.parse(body)
    if (headers.authorization !== `Bearer ${whatsAppToken}`) return refusal
    if (type === 'text') arrive(to, free.body)
    else arrive(to, template.components[0].parameters.map(({ text }: { text: string }) => text).join(' | '))
    return { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id }] } }
  },
}
