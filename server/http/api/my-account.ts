import { z } from 'zod'
import {
  changePasswordBody,
  deleteAccountBody,
  doneResponse,
  ownDataResponse,
  type SessionResponse,
  sessionParams,
  sessionResponse,
} from '#contract/accounts.ts'
import type { Session } from '#server/features/accounts/sessions.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { callerOf } from './accounts.ts'

const tags = ['Accounts']
const done = { success: true } as const

export function myAccountRoutes(api: Api, shop: Shop): void {
  ownSessions(api, shop)
  passwordAndData(api, shop)
}

function ownSessions(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/account/sessions',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: z.array(sessionResponse) } },
    handler: async (request) => (await accounts.listSessions(viewerOf(request))).map(toSession),
  })

  api.route({
    method: 'DELETE',
    url: '/account/sessions/:id',
    config: { access: 'signed_in' },
    schema: { tags, params: sessionParams, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.endSession(viewerOf(request), request.params.id)
      return done
    },
  })

  api.route({
    method: 'DELETE',
    url: '/account/sessions',
    config: { access: 'signed_in' },
    schema: { tags, description: 'Ends all sessions but this one.', response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.endOtherSessions(viewerOf(request))
      return done
    },
  })
}

function passwordAndData(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/change-password',
    config: { access: 'signed_in' },
    schema: { tags, body: changePasswordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      const { current_password: currentPassword, password } = request.body
      await accounts.changePassword(viewerOf(request), { currentPassword, password }, callerOf(request))
      return done
    },
  })

  api.route({
    method: 'GET',
    url: '/account/data',
    config: { access: 'signed_in' },
    schema: { tags, description: 'Everything the shop knows about you.', response: { 200: ownDataResponse } },
    handler: async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="my-data.json"')
      const data = Object.entries(await accounts.collectOwnData(viewerOf(request)))
      return Object.fromEntries(data.map(([name, known]) => [wireName(name), inWireNames(known)]))
    },
  })

  api.route({
    method: 'POST',
    url: '/account/delete',
    config: { access: 'signed_in' },
    schema: { tags, body: deleteAccountBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.deleteAccount(viewerOf(request), request.body.password, callerOf(request))
      return done
    },
  })
}

function toSession({ id, device, isCurrent, createdAt, lastUsedAt }: Session): SessionResponse {
  return {
    id,
    device,
    is_current: isCurrent,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt.toISOString(),
  }
}

/** The file speaks like the rest of the API: `created_at`, not `createdAt`. */
function inWireNames(known: unknown): unknown {
  if (Array.isArray(known)) return known.map(inWireNames)
  if (known instanceof Date || typeof known !== 'object' || known === null) return known
  return Object.fromEntries(Object.entries(known).map(([name, part]) => [wireName(name), inWireNames(part)]))
}

function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
