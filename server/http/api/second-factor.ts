import {
  begunSecondFactorResponse,
  codeBody,
  doneResponse,
  passwordBody,
  recoveryCodesResponse,
  secondFactorResponse,
} from '#contract/accounts.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

const tags = ['Accounts']
const done = { success: true } as const

/** The staff's alone: customers sign in with their password. */
export function secondFactorRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/confirm-password',
    config: { access: 'signed_in' },
    schema: {
      tags,
      description: 'After `password_needed`: for ten minutes, this session is not asked again.',
      body: passwordBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.confirmPassword(viewerOf(request), request.body.password)
      return done
    },
  })

  api.route({
    method: 'GET',
    url: '/account/second-factor',
    config: { access: 'staff' },
    schema: { tags, response: { 200: secondFactorResponse } },
    handler: (request) => accounts.readSecondFactor(viewerOf(request)),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor',
    config: { access: 'staff' },
    schema: {
      tags,
      description: 'Begins to set up an authenticator app. It holds once a code of it was sent to `…/on`.',
      body: passwordBody,
      response: { 200: begunSecondFactorResponse },
    },
    handler: (request) => accounts.beginSecondFactor(viewerOf(request), request.body.password),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/on',
    config: { access: 'staff' },
    schema: { tags, body: codeBody, response: { 200: recoveryCodesResponse } },
    handler: async (request) => ({
      recoveryCodes: await accounts.turnOnSecondFactor(viewerOf(request), request.body.code),
    }),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/off',
    config: { access: 'staff' },
    schema: { tags, body: passwordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.turnOffSecondFactor(viewerOf(request), request.body.password)
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/recovery-codes',
    config: { access: 'staff' },
    schema: {
      tags,
      description: 'Ten new ones; the earlier ones end.',
      body: passwordBody,
      response: { 200: recoveryCodesResponse },
    },
    handler: async (request) => ({
      recoveryCodes: await accounts.renewRecoveryCodes(viewerOf(request), request.body.password),
    }),
  })
}
