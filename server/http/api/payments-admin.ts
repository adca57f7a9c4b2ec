import { z } from 'zod'
import {
  acceptBody,
  adminPaymentResponse,
  paymentListQuery,
  referenceParams,
  refundBody,
  refundDecisionBody,
  refundedBody,
  refundParams,
} from '#contract/payments.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Payments']

/** A gateway may take its time. */
const handlerTimeout = 40_000

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
    config: { access: 'money', recentPassword: true },
    handlerTimeout,
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
