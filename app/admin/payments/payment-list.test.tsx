import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ToastsProvider } from '#app/ui/toasts.tsx'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import { PaymentList } from './payment-list.tsx'

const payment: AdminPaymentResponse = {
  referenceId: 'd7b3f4a0-3b1e-4a57-9a53-3f0e5f0d8c11',
  state: 'paid',
  reason: null,
  reason_code: null,
  amount: 165,
  currency: 'GHS',
  told_amount: 165,
  told_currency: 'GHS',
  differences: [],
  gateway_says: '{"status":"SUCCESSFUL"}',
  transaction_id: '1195582132',
  phone: '024 100 0001',
  gateway: 'mtn',
  is_test: false,
  is_late: false,
  is_odd: false,
  attempt: 1,
  refunded: 0,
  refundable: 165,
  may_accept: false,
  may_refund_online: true,
  refunds: [],
  note: null,
  order: { id: 1001, tracking_code: 'ABC234', order_status: 'Pending', customer_name: 'Ama Mensah' },
  created_at: '2026-03-05T09:00:00Z',
  updated_at: '2026-03-05T09:00:00Z',
}

const refund: AdminPaymentResponse['refunds'][number] = {
  reference: 'a',
  amount: 165,
  state: 'paid_back',
  by_hand: false,
  is_double: false,
  reason: null,
  gateway_says: '{"status":"PENDING"}',
  uncertain_until: null,
  may_decide: false,
  note: 'Broken jar',
  decision_note: null,
  created_at: '2026-03-05T10:00:00Z',
}

function show(change: Partial<AdminPaymentResponse>): string {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ToastsProvider>
          <PaymentList payments={[{ ...payment, ...change }]} onChanged={() => {}} />
        </ToastsProvider>
      ),
    },
  ])
  return renderToString(<Page />)
    .replaceAll(/<!-- -->/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll(/\|+/g, '|')
}

test('whoever reviews a payment reads what differs and the gateway’s own words before any button', () => {
  const differences: AdminPaymentResponse['differences'] = [
    { what: 'Amount', asked: '165.00', told: '16500.00' },
  ]
  const shown = show({ state: 'review', may_accept: true, is_odd: true, differences })
  expect(shown).toContain('|Amount|165.00|16500.00|')
  expect(shown.indexOf('{"status":"SUCCESSFUL"}')).toBeLessThan(shown.indexOf('|Accept as paid|'))
  expect(shown.indexOf('{"status":"SUCCESSFUL"}')).toBeGreaterThan(0)
})

test('money in question is kept as paid or given up, and not paid back before', () => {
  const reason = 'The customer disputes this payment: answer on the gateway’s own pages.'
  const shown = show({ state: 'questioned', reason, refundable: 0 })
  expect(shown).toContain(reason)
  expect(shown).toContain('|Keep as paid|The money is gone|')
  expect(shown).not.toContain('Pay back')
})

test('a refund that hangs shows what the gateway says and can be decided; one that went out twice says so', () => {
  const hanging = show({
    state: 'refund_pending',
    refunds: [{ ...refund, state: 'under_way', may_decide: true }],
  })
  expect(hanging).toContain('{"status":"PENDING"}|Decide|')
  const double = show({ state: 'refunded', refunds: [{ ...refund, is_double: true }, refund] })
  expect(double).toContain('|Paid back twice|Ghs 165.00|')
  expect(double).toContain('|Settle it|')
})

test('a refund that the gateway may still pay says from when on it can be sent another way', () => {
  const shown = show({
    refunds: [{ ...refund, state: 'failed', uncertain_until: '2026-03-08T10:00:00Z' }],
    refundable: 0,
  })
  expect(shown).toContain('It can be sent another way from Mar 8, 2026')
  expect(shown).not.toContain('|Pay back|')
})
