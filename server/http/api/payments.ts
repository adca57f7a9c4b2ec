import {
  paymentResponse,
  payOnDeliveryResponse,
  referenceParams,
  retryPaymentBody,
  startedPaymentResponse,
  startPaymentBody,
  testAnswerBody,
} from '#contract/payments.ts'
import type { Shop } from '#server/shop.ts'
import { callerAddress } from '../proxies.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Payments']

/** A gateway may take its time, and the customer's phone waits with it. */
const handlerTimeout = 40_000

/** The reference is the only key to a payment: a number that nobody can guess. */
export function paymentRoutes(api: Api, { payments }: Shop): void {
  api.route({
    method: 'POST',
    url: '/payments/mtn_momo',
    config: { access: 'anyone' },
    handlerTimeout,
    schema: { tags, body: startPaymentBody, response: { 200: startedPaymentResponse } },
    handler: (request) => payments.start(callerAddress(request), request.body),
  })

  api.route({
    method: 'POST',
    url: '/payments/pay-on-delivery',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'For an order whose payment could not be started; named as for a start.',
      body: startPaymentBody,
      response: { 200: payOnDeliveryResponse },
    },
    handler: async (request) => ({
      order: await payments.payOrderOnDelivery(callerAddress(request), request.body),
    }),
  })

  api.route({
    method: 'GET',
    url: '/payments/:referenceId',
    config: { access: 'anyone' },
    schema: { tags, params: referenceParams, response: { 200: paymentResponse } },
    handler: ({ params }) => payments.find(params.referenceId),
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/check',
    config: { access: 'anyone' },
    handlerTimeout,
    schema: {
      tags,
      description: 'Asks the gateway, at most once in five seconds.',
      params: referenceParams,
      response: { 200: paymentResponse },
    },
    handler: ({ params }) => payments.check(params.referenceId),
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/retry',
    config: { access: 'anyone' },
    handlerTimeout,
    schema: {
      tags,
      params: referenceParams,
      body: retryPaymentBody.nullish(),
      response: { 200: startedPaymentResponse },
    },
    handler: ({ params, body }) => payments.retry(params.referenceId, body?.customerPhone ?? ''),
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/pay-on-delivery',
    config: { access: 'anyone' },
    schema: { tags, params: referenceParams, response: { 200: payOnDeliveryResponse } },
    handler: async ({ params }) => ({ order: await payments.payOnDelivery(params.referenceId) }),
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/test-answer',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'Only for test payments, with which no money moves.',
      params: referenceParams,
      body: testAnswerBody,
      response: { 200: paymentResponse },
    },
    handler: async ({ params: { referenceId }, body }) => {
      await payments.answerTest(referenceId, body.answer)
      return await payments.find(referenceId)
    },
  })
}
