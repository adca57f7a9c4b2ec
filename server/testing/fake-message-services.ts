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
  /** What Meta calls about messages that it took, with its signature. */
  receipts(...statuses: { id: string; status: string; biz_opaque_callback_data?: string }[]): {
    payload: string
    signature: string
  }
}

const keys = { hubtel: 'client:secret-of-hubtel', arkesel: 'secret-of-arkesel', mnotify: 'secret-of-mnotify' }
const whatsAppToken = 'secret-of-whatsapp'
const appSecret = 'app-secret-of-meta'

/** The few calls of SMS providers and of WhatsApp's Cloud API that the shop uses, on one address. */
export async function openFakeMessageServices(): Promise<FakeMessageServices> {
  const arrived: Arrived[] = []
  const asked: Question[] = []
  const planned: { service: MessageService; answer: FakeResponse & { also?: boolean } }[] = []

  const server = await openFakeServer((question) => {
    asked.push(question)
    const service = serviceOf(question)
    if (service === null) return { status: 404 }
    const plan = planned.findIndex((each) => each.service === service)
    const answer = plan < 0 ? undefined : planned.splice(plan, 1)[0]?.answer
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
      WHATSAPP_NUMBER_ID: '106540352242922',
      WHATSAPP_TOKEN: whatsAppToken,
      WHATSAPP_APP_SECRET: appSecret,
      WHATSAPP_VERIFY_TOKEN: 'a-word-of-our-own',
      MESSAGE_SERVICE_URL: server.url,
    },
    arrived,
    asked,
    next: (service, answer) => void planned.push({ service, answer }),
    receipts(...statuses) {
      const value = { messaging_product: 'whatsapp', statuses }
      const payload = JSON.stringify({
        object: 'whatsapp_business_account',
        entry: [{ changes: [{ field: 'messages', value }] }],
      })
      const signature = `sha256=${createHmac('sha256', appSecret).update(payload).digest('hex')}`
      return { payload, signature }
    },
  }
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
    const { to, type, template } = JSON.parse(body)
    if (headers.authorization !== `Bearer ${whatsAppToken}` || type !== 'template') return refusal
    const [{ parameters }] = template.components
    arrive(to, parameters.map(({ text }: { text: string }) => text).join(' | '))
    return { status: 200, body: { messaging_product: 'whatsapp', messages: [{ id }] } }
  },
}
