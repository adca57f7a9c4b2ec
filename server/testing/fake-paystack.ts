import { createHmac } from 'node:crypto'
import {
  type FailingServer,
  type FakeResponse,
  openFakeServer,
  planAnswers,
  type Question,
} from './fake-server.ts'

type Transaction = {
  id: number
  reference: string
  amount: number
  currency: string
  email: string
  callback_url: string
  status: string
  domain: string
}

export type FakePaystack = FailingServer & {
  settings: Record<string, string>
  transactions: ReadonlyMap<string, Transaction>
  refunds: readonly PaystackRefund[]
  next(call: PaystackCall, answer: FakeResponse & { also?: boolean }, reference?: string): void
  /** What Paystack's page or its staff did. */
  change(reference: string, change: Partial<Transaction>): void
  /** What somebody pays back on Paystack's own pages. */
  refundOutside(reference: string, amount: number): void
  /** A customer complains, or the complaint is decided. */
  dispute(reference: string, change: { status: string; resolution?: string }): void
  /** The call that it makes about a dispute. */
  disputeWebhook(event: string, reference: string): Webhook
  /** What becomes of a refund, of the newest when none is named. */
  decideRefund(change: Partial<PaystackRefund>, id?: number): void
  /** The call that Paystack makes after a success, with its signature. */
  webhook(reference: string): Webhook
  /** The one that it makes about a refund. */
  refundWebhook(event: string): Webhook
}

type PaystackCall = 'initialize' | 'verify' | 'refund' | 'refundStatus' | 'disputes'

type Webhook = { payload: string; signature: string }

const secret = 'sk_test_standin0123456789'

type Setup = {
  port?: number
  ownPages?: boolean
  /** What the network does to a call; with `also`, the call has its effect all the same. */
  disturb?: (call: PaystackCall) => (FakeResponse & { also?: boolean }) | null
}

/** The few calls of Paystack that the shop uses. */
export async function openFakePaystack({
  port,
  ownPages = false,
  disturb = (): null => null,
}: Setup = {}): Promise<FakePaystack> {
  const transactions = new Map<string, Transaction>()
  const planned = planAnswers<FakeResponse & { also?: boolean }>()
  const disputes = new Map<number, { id: number; status: string; resolution: string | null }>()
  const books = openPaystackRefunds((reference) => transactions.get(reference))

  function initialize({ body }: Question): FakeResponse {
    const { reference, amount, currency, email, callback_url } = JSON.parse(body)
    if (!email || !Number.isInteger(amount)) return said(400, 'Invalid Parameters')
    if (transactions.has(reference)) return said(400, 'Duplicate Transaction Reference')
    const id = transactions.size + 1
    const opened = {
      id,
      reference,
      amount,
      currency,
      email,
      callback_url,
      status: 'abandoned',
      domain: 'test',
    }
    transactions.set(reference, opened)
    const page = ownPages ? `${server.url}/page` : 'https://checkout.paystack.com'
    const authorization_url = `${page}/${ownPages ? reference : reference.slice(0, 8)}`
    return {
      status: 200,
      body: { status: true, message: 'Authorization URL created', data: { authorization_url, reference } },
    }
  }

  function verify({ path }: Question): FakeResponse {
    const found = transactions.get(path.slice(path.lastIndexOf('/') + 1))
    if (!found) {
      return {
        status: 400,
        body: { status: false, message: 'Transaction reference not found.', code: 'transaction_not_found' },
      }
    }
    return { status: 200, body: { status: true, message: 'Verification successful', data: found } }
  }

  /** What a developer sees instead of Paystack's page. */
  function showPage({ path }: Question): FakeResponse {
    const [, , reference = '', choice] = path.split('/')
    const found = transactions.get(reference)
    if (!found) return said(404, 'No such page')
    if (choice === 'pay') transactions.set(reference, { ...found, status: 'success' })
    if (choice === 'fail') transactions.set(reference, { ...found, status: 'failed' })
    const back = `<meta http-equiv="refresh" content="0;url=${found.callback_url}">`
    const ways = `<a href="/page/${reference}/pay">Pay</a> <a href="/page/${reference}/fail">Fail</a> <a href="/page/${reference}/leave">Leave</a>`
    return { status: 200, body: `<!doctype html><title>Fake Paystack</title>${choice ? back : ways}` }
  }

  function listDisputes({ path }: Question): FakeResponse {
    const found = disputes.get(Number(path.slice(path.lastIndexOf('/') + 1)))
    return yes('Dispute retrieved', found ? [found] : [])
  }

  function answer(question: Question): FakeResponse {
    if (question.path.startsWith('/page/')) return showPage(question)
    if (question.headers.authorization !== `Bearer ${secret}`) return said(401, 'Invalid key')
    const call = callOf(question)
    const next = planned.take(call, question) ?? disturb(call)
    if (next && !next.also) return next
    const usual = {
      initialize,
      verify,
      refund: books.answer,
      refundStatus: books.answer,
      disputes: listDisputes,
    }[call](question)
    return next ? { ...usual, ...next } : usual
  }

  const server = await openFakeServer(answer, port)
  return {
    ...server,
    transactions,
    refunds: books.refunds,
    settings: {
      PAYMENT_GATEWAY: 'paystack',
      PAYMENT_GATEWAY_URL: server.url,
      PAYSTACK_SECRET_KEY: secret,
    },
    next: planned.plan,
    change(reference, change) {
      const found = transactions.get(reference)
      if (found) transactions.set(reference, { ...found, ...change })
    },
    refundOutside(reference, amount) {
      const { id = 0, currency = '' } = transactions.get(reference) ?? {}
      books.add({ transaction: id, transaction_reference: reference, amount, currency, status: 'processed' })
    },
    dispute(reference, { status, resolution = null }) {
      const { id = 0 } = transactions.get(reference) ?? {}
      disputes.set(id, { id: 2_867 + id, status, resolution })
    },
    disputeWebhook(event, reference) {
      const transaction = transactions.get(reference)
      const { id, status } = disputes.get(transaction?.id ?? 0) ?? {}
      return sign({ event, data: { id, status, transaction } })
    },
    decideRefund(change, id) {
      const meant = id === undefined ? books.refunds.at(-1) : books.refunds.find((each) => each.id === id)
      if (meant) Object.assign(meant, change)
    },
    webhook: (reference) => sign({ event: 'charge.success', data: transactions.get(reference) }),
    refundWebhook(event) {
      const { status, transaction_reference, amount, currency } = books.refunds.at(-1) ?? {}
      return sign({ event, data: { status, transaction_reference, amount, currency } })
    },
  }
}

function callOf({ method, path }: Question): PaystackCall {
  if (path.startsWith('/dispute/')) return 'disputes'
  if (path.startsWith('/refund')) return method === 'POST' ? 'refund' : 'refundStatus'
  return path.startsWith('/transaction/verify/') ? 'verify' : 'initialize'
}

function sign(event: object): Webhook {
  const payload = JSON.stringify(event)
  return { payload, signature: createHmac('sha512', secret).update(payload).digest('hex') }
}

function said(status: number, message: string): FakeResponse {
  return { status, body: { status: false, message } }
}

type PaystackRefund = {
  id: number
  transaction: number
  transaction_reference: string
  amount: number
  currency: string
  status: string
  merchant_note?: string
}

type Paid = { id: number; reference: string; amount: number; currency: string; status: string }

/** Paystack's refunds: it takes no reference from outside, gives each a number and refuses more than was paid. */
function openPaystackRefunds(find: (reference: string) => Paid | undefined) {
  const refunds: PaystackRefund[] = []

  function add(facts: Omit<PaystackRefund, 'id'>): PaystackRefund {
    const refund = { id: 3_018_284 + refunds.length, ...facts }
    refunds.push(refund)
    return refund
  }

  function create(body: string): FakeResponse {
    const input = JSON.parse(body)
    const paid = find(input.transaction)
    if (paid?.status !== 'success') return no('Transaction has not been completed')
    const gone = refunds.filter(({ transaction, status }) => transaction === paid.id && status !== 'failed')
    const amount = input.amount ?? paid.amount
    if (gone.reduce((sum, each) => sum + each.amount, amount) > paid.amount) {
      return no('Refund amount cannot be more than transaction amount')
    }
    const refund = add({
      transaction: paid.id,
      transaction_reference: paid.reference,
      amount,
      currency: paid.currency,
      status: 'pending',
      merchant_note: input.merchant_note,
    })
    return yes('Refund has been queued for processing', { ...refund, transaction: paid })
  }

  return {
    refunds,
    add,
    answer({ method, path, body }: Question): FakeResponse {
      if (method === 'POST') return create(body)
      const [, , id] = path.split('/')
      if (id) {
        const found = refunds.find((each) => String(each.id) === id)
        return found
          ? yes('Refund retrieved', found)
          : { status: 404, body: { status: false, message: 'No such refund' } }
      }
      const wanted = new URL(path, 'http://fake').searchParams.get('transaction')
      return yes(
        'Refunds retrieved',
        refunds.filter(({ transaction }) => String(transaction) === wanted),
      )
    },
  }
}

function yes(message: string, data: object): FakeResponse {
  return { status: 200, body: { status: true, message, data } }
}

function no(message: string): FakeResponse {
  return { status: 400, body: { status: false, message } }
}
