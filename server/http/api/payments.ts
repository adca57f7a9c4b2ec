import { z } from 'zod'
import {
  acceptBody,
  adminPaymentResponse,
  paymentListQuery,
  paymentResponse,
  payOnDeliveryResponse,
  referenceParams,
  refundBody,
  refundDecisionBody,
  refundedBody,
  refundParams,
  retryPaymentBody,
  startedPaymentResponse,
  startPaymentBody,
  testAnswerBody,
} from '#contract/payments.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Payments']

/** A gateway may take its time, and the customer's phone waits with it. */
const answerMs = 40_000

/** The reference is the only key to a payment: a number that nobody can guess. */
export function paymentRoutes(api: Api, { payments }: Shop): void {
  api.route({
    method: 'POST',
    url: '/payments/mtn_momo',
    config: { access: 'anyone', answerMs },
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
    config: { access: 'anyone', answerMs },
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
    config: { access: 'anyone', answerMs },
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

const onePayment = { tags, params: referenceParams, response: { 200: adminPaymentResponse } }

export function paymentAdminRoutes(api: Api, { payments }: Shop): void {
  api.route({
    method: 'GET',
    url: '/payments',
    config: { access: 'money' },
    schema: {
      tags,
      querystring: paymentListQuery,
      response: { 200: z.object({ payments: z.array(adminPaymentResponse) }) },
    },
    handler: async (request, reply) => {
      const { payments: found, total } = await payments.list(request.query)
      describePage(request, reply, { total, ...request.query })
      return { payments: found }
    },
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/accept',
    config: { access: 'money', recentPassword: true },
    schema: {
      ...onePayment,
      description: 'A payment under review is good enough and pays its order.',
      body: acceptBody,
    },
    handler: async (request) => {
      const { referenceId } = request.params
      await payments.accept(viewerOf(request), referenceId, request.body.note)
      return payments.get(referenceId)
    },
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/refunded',
    config: { access: 'money', recentPassword: true },
    schema: { ...onePayment, description: 'The money was paid back by hand.', body: refundedBody },
    handler: async (request) => {
      const { referenceId } = request.params
      await payments.markRefunded(viewerOf(request), referenceId, request.body)
      return payments.get(referenceId)
    },
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/refunds/:refund/decide',
    config: { access: 'money', recentPassword: true },
    schema: {
      ...onePayment,
      params: refundParams,
      description: 'A refund that hangs at the gateway, or that went out twice: what a person found out.',
      body: refundDecisionBody,
    },
    handler: async (request) => {
      const { referenceId, refund } = request.params
      await payments.decideRefund(viewerOf(request), referenceId, { ...request.body, refund })
      return payments.get(referenceId)
    },
  })

  api.route({
    method: 'POST',
    url: '/payments/:referenceId/refund',
    config: { access: 'money', recentPassword: true, answerMs },
    schema: {
      ...onePayment,
      description: 'Sends all or a part of the money back, through the gateway or by hand.',
      body: refundBody,
    },
    handler: async (request) => {
      const { referenceId } = request.params
      await payments.refund(viewerOf(request), referenceId, request.body)
      return payments.get(referenceId)
    },
  })
}
