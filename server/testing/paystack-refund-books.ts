import type { FakeResponse, Question } from './fake-server.ts'

export type PaystackRefund = {
  id: number
  transaction: number
  transaction_reference: string
  amount: number
  currency: string
  status: string
  merchant_note: string
}

type Paid = { id: number; reference: string; amount: number; currency: string; status: string }

/** Paystack's refunds: it takes no reference from outside, gives each a number and refuses more than was paid. */
export function openPaystackRefundBooks(find: (reference: string) => Paid | undefined) {
  const refunds: PaystackRefund[] = []

  function create(body: string): FakeResponse {
    const input = JSON.parse(body)
    const paid = find(input.transaction)
    if (paid?.status !== 'success') return no('Transaction has not been completed')
    const gone = refunds.filter(({ transaction, status }) => transaction === paid.id && status !== 'failed')
    const amount = input.amount ?? paid.amount
    if (gone.reduce((sum, each) => sum + each.amount, amount) > paid.amount) {
      return no('Refund amount cannot be more than transaction amount')
    }
    const refund = {
      id: 3_018_284 + refunds.length,
      transaction: paid.id,
      transaction_reference: paid.reference,
      amount,
      currency: paid.currency,
      status: 'pending',
      merchant_note: input.merchant_note,
    }
    refunds.push(refund)
    return yes('Refund has been queued for processing', { ...refund, transaction: paid })
  }

  return {
    refunds,
    answer({ method, path, body }: Question): FakeResponse {
      if (method === 'POST') return create(body)
      const [, , id] = path.split('/')
      if (id) {
        const found = refunds.find((each) => String(each.id) === id)
        return found
          ? yes('Refund retrieved', found)
          : { status: 404, body: { status: false, message: 'No such refund' } }
      }
      const wanted = new URL(path, 'http://stand-in').searchParams.get('transaction')
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
