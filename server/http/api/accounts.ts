import type { FastifyRequest } from 'fastify'
import {
  adminCheckResponse,
  confirmEmailBody,
  doneResponse,
  driverCheckResponse,
  forgotPasswordBody,
  resetPasswordBody,
  type SignedInUser,
  signInBody,
  signInResponse,
  signUpBody,
  signUpResponse,
} from '#contract/accounts.ts'
import type { Caller } from '#server/features/accounts/limits.ts'
import type { Viewer } from '#server/features/accounts/viewer.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Accounts']
const done = { success: true } as const

export function accountRoutes(api: Api, shop: Shop): void {
  signingInAndOut(api, shop)
  linksByMail(api, shop)
}

function signingInAndOut(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/signup',
    config: { access: 'anyone' },
    schema: { tags, body: signUpBody, response: { 201: signUpResponse } },
    handler: async (request, reply) => {
      const user = await accounts.signUp(request.body, callerOf(request))
      return reply.status(201).send({ user })
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/signin',
    config: { access: 'anyone' },
    schema: { tags, body: signInBody, response: { 200: signInResponse } },
    handler: async (request) => {
      const { viewer, token } = await accounts.signIn(request.body, callerOf(request))
      return { user: toUser(viewer), token }
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/signout',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.signOut(viewerOf(request))
      return done
    },
  })

  api.route({
    method: 'GET',
    url: '/auth/check-admin',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: adminCheckResponse } },
    handler: async (request) => {
      const user = toUser(viewerOf(request))
      return { is_admin: user.is_admin, user }
    },
  })

  api.route({
    method: 'GET',
    url: '/auth/is-driver',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: driverCheckResponse } },
    handler: async (request) => ({ is_driver: viewerOf(request).isDriver }),
  })
}

function linksByMail(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/confirm-email',
    config: { access: 'anyone' },
    schema: { tags, body: confirmEmailBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.confirmEmail(request.body.token)
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/resend-confirmation',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.resendConfirmation(viewerOf(request), callerOf(request))
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/forgot-password',
    config: { access: 'anyone' },
    schema: { tags, body: forgotPasswordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.forgotPassword(request.body.email, callerOf(request))
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/reset-password',
    config: { access: 'anyone' },
    schema: { tags, body: resetPasswordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.resetPassword(request.body, callerOf(request))
      return done
    },
  })
}

export function callerOf(request: FastifyRequest): Caller {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}

function toUser({ id, name, email, isDriver, isAdmin }: Viewer): SignedInUser {
  return { id, name, email, is_driver: isDriver, is_admin: isAdmin }
}
