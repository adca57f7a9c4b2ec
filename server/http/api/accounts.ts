import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  adminCheckResponse,
  changePasswordBody,
  confirmEmailBody,
  deleteAccountBody,
  doneResponse,
  downloadTicketResponse,
  driverCheckResponse,
  forgotPasswordBody,
  ownDataResponse,
  ownerBody,
  ownerLinkBody,
  ownerLinkResponse,
  resetPasswordBody,
  sessionParams,
  sessionResponse,
  signInBody,
  signInResponse,
  signUpBody,
  signUpResponse,
} from '#contract/accounts.ts'
import { showPhone } from '#rules/phone-number.ts'
import { officeRoleOf } from '#rules/rights.ts'
import type { Caller } from '#server/features/accounts/limits.ts'
import { hasAdminRole, type Viewer } from '#server/features/accounts/viewer.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { callerAddress } from '../proxies.ts'

const tags = ['Accounts']
const done = { success: true } as const

export function accountRoutes(api: Api, shop: Shop): void {
  signingInAndOut(api, shop)
  emailedLinks(api, shop)
  ownerLinks(api, shop)
  ownSessions(api, shop)
  passwordAndData(api, shop)
  downloadTickets(api, shop)
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
      return { user: userOf(viewer), token }
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
      const user = userOf(viewerOf(request))
      return { is_admin: user.isAdmin, user }
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

function emailedLinks(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/confirm-email',
    config: { access: 'anyone' },
    schema: { tags, body: confirmEmailBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.confirmEmail(request.body)
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/resend-confirmation',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.resendConfirmation(viewerOf(request))
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/forgot-password',
    config: { access: 'anyone' },
    schema: { tags, body: forgotPasswordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.forgotPassword(request.body, callerOf(request))
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

/** For whoever was given the link that the shop prints on its first day. */
function ownerLinks(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/owner-link',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'Whether a link for the owner, or an invitation, is still good.',
      body: ownerLinkBody,
      response: { 200: ownerLinkResponse },
    },
    handler: (request) => accounts.findOwnerLink(request.body.token, callerOf(request)),
  })

  api.route({
    method: 'POST',
    url: '/auth/owner',
    config: { access: 'anyone' },
    schema: {
      tags,
      description: 'Makes the account of the owner, or of somebody who was invited. The link is used up.',
      body: ownerBody,
      response: { 201: signUpResponse },
    },
    handler: async (request, reply) => {
      const user = await accounts.createOwner(request.body, callerOf(request))
      return reply.status(201).send({ user })
    },
  })
}

function ownSessions(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/account/sessions',
    config: { access: 'signed_in' },
    schema: { tags, response: { 200: z.array(sessionResponse) } },
    handler: (request) => accounts.listSessions(viewerOf(request)),
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
      await accounts.changePassword(viewerOf(request), request.body)
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
      await accounts.deleteAccount(viewerOf(request), request.body, callerOf(request))
      return done
    },
  })
}

function downloadTickets(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/downloads',
    config: { access: 'exports', recentPassword: true },
    schema: {
      tags: ['Downloads'],
      description: 'A ticket for one export, for browsers that save it straight to a file.',
      response: { 201: downloadTicketResponse },
    },
    handler: async (request, reply) => {
      const ticket = await accounts.giveDownloadTicket(viewerOf(request))
      return reply.code(201).send({ ticket })
    },
  })
}

/** Says who is an admin also while the back office waits for their second factor, so that the browser leads them there. */
export function userOf(viewer: Viewer) {
  const holder = { ...viewer, isAdmin: hasAdminRole(viewer) }
  const email = viewer.email ?? ''
  // Only they themselves read it here: others never see a number for a name.
  const name = email === '' && viewer.isNameless ? showPhone(viewer.phone ?? '') : viewer.name
  return { ...holder, email, name, role: officeRoleOf(holder) }
}

export function callerOf(request: FastifyRequest): Caller {
  return { address: callerAddress(request), userAgent: request.headers['user-agent'] ?? '' }
}

/** The file speaks like the rest of the API: `created_at`, not `createdAt`. */
function inWireNames(known: unknown): unknown {
  if (Array.isArray(known)) return known.map(inWireNames)
  if (known instanceof Date || typeof known !== 'object' || known === null) return known
  return Object.fromEntries(Object.entries(known).map(([name, part]) => [wireName(name), inWireNames(part)]))
}

function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
}
