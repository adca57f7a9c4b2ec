import { expect, test } from 'vitest'
import { nextStage } from '../settle-payment.ts'
import { reasonMessages } from '../stages.ts'
import { readStatus } from './mtn.ts'

const createdAt = new Date('2026-03-05T09:00:00Z')
const payment = {
  reference: 'our-reference',
  amount: 16_500,
  currency: 'GHS',
  stage: 'pending',
  reason: null,
  createdAt,
} as const

const after = (said: object) => nextStage(payment, readStatus(JSON.stringify(said)), createdAt)

const notNow = 'We could not take the payment now.'
const notEnough = 'Not enough balance, or your daily limit is reached.'
const timedOut = 'The request timed out. Try again and approve within 5 minutes.'

test.each([
  ['PAYER_NOT_FOUND', 'failed', 'This number has no MTN MoMo wallet. Check the number.'],
  ['NOT_ENOUGH_FUNDS', 'failed', notEnough],
  ['LOW_BALANCE_OR_PAYEE_LIMIT_REACHED_OR_NOT_ALLOWED', 'failed', notEnough],
  ['PAYER_LIMIT_REACHED', 'failed', notEnough],
  ['APPROVAL_REJECTED', 'failed', 'You declined the payment.'],
  ['EXPIRED', 'expired', timedOut],
  ['COULD_NOT_PERFORM_TRANSACTION', 'expired', timedOut],
  ['SENDER_ACCOUNT_NOT_ACTIVE', 'failed', 'Your wallet is not active. Contact MTN.'],
  ['INTERNAL_PROCESSING_ERROR', 'failed', 'Payment failed. Check your balance and try again.'],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'failed', notNow],
  ['PAYEE_NOT_FOUND', 'failed', notNow],
  ['NOT_ALLOWED', 'failed', notNow],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'failed', notNow],
  ['INVALID_CALLBACK_URL_HOST', 'failed', notNow],
  ['INVALID_CURRENCY', 'failed', notNow],
  ['VALIDATION_ERROR', 'failed', notNow],
  ['TRANSACTION_NOT_FOUND', 'failed', notNow],
  ['SERVICE_UNAVAILABLE', 'failed', notNow],
  ['TRANSACTION_CANCELED', 'failed', notNow],
  ['PAYMENT_NOT_APPROVED', 'failed', notNow],
  ['SOMETHING_NEW', 'failed', notNow],
])('%s is told as what it is, as a bare word and as an object', (code, wanted, words) => {
  for (const reason of [code, { code, message: 'Because.' }]) {
    const { stage, reason: kept } = after({ status: 'FAILED', reason })
    expect([stage, reasonMessages(stage, kept)]).toEqual([wanted, words])
  }
})

test.each([{ amount: '165.000' }, { amount: '165,00' }, { amount: 165 }, { currency: 'ghs' }])(
  '%j is what was agreed, written another way',
  (written) => {
    const agreed = { status: 'SUCCESSFUL', amount: '165.00', currency: 'GHS', externalId: 'our-reference' }
    expect(after({ ...agreed, ...written }).stage).toBe('succeeded')
  },
)

test.each([
  ['less money', { amount: '1.00' }],
  ['more money', { amount: '1650.00' }],
  ['an amount nobody can read', { amount: 'a lot' }],
  ['another currency', { currency: 'EUR' }],
  ['another payment of ours', { externalId: 'something-else' }],
])('%s is not what was agreed, and for a person to look at', (_, difference) => {
  const agreed = { status: 'SUCCESSFUL', amount: '165.00', currency: 'GHS', externalId: 'our-reference' }
  expect(after(agreed).stage).toBe('succeeded')
  expect(after({ ...agreed, ...difference }).stage).toBe('review')
})
