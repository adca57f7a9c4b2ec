import { z } from 'zod'
import { doneResponse } from '#contract/accounts.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  alertChoiceBody,
  alertsResponse,
  blockBody,
  invitationBody,
  invitationResponse,
  newInvitationResponse,
  personParams,
  personResponse,
  phoneBody,
  phoneParams,
  roleChangeResponse,
  roleChangesQuery,
  rolesBody,
  teamQuery,
} from '#contract/team.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, describePage, viewerOf } from '../access.ts'

const tags = ['Team']

export function teamRoutes(api: Api, { accounts }: Shop): void {
  const getPerson = async (id: string) => {
    const person = await accounts.findTeamPerson(id)
    if (person === null) throw new Refusal('not_found')
    return person
  }

  api.route({
    method: 'GET',
    url: '/team',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Everybody with a role; with q, everybody whose e-mail or name holds it.',
      querystring: teamQuery,
      response: { 200: z.array(personResponse) },
    },
    handler: async (request, reply) => {
      const { people, total } = await accounts.listTeam(request.query)
      describePage(request, reply, { total, ...request.query })
      return people
    },
  })

  api.route({
    method: 'PUT',
    url: '/team/:id',
    config: { access: 'team', recentPassword: true },
    schema: { tags, params: personParams, body: rolesBody, response: { 200: personResponse } },
    handler: async (request) => {
      const { id } = request.params
      await accounts.setRoles(viewerOf(request), id, request.body)
      return await getPerson(id)
    },
  })

  api.route({
    method: 'PUT',
    url: '/team/:id/block',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'Blocks an account, which also ends its sessions, or lets it in again.',
      params: personParams,
      body: blockBody,
      response: { 200: personResponse },
    },
    handler: async (request) => {
      const { id } = request.params
      await accounts.setBlocked(viewerOf(request), id, request.body.isBlocked)
      return await getPerson(id)
    },
  })

  api.route({
    method: 'DELETE',
    url: '/team/:id/sessions',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Signs somebody out everywhere.',
      params: personParams,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.endSessionsOf(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })

  api.route({
    method: 'DELETE',
    url: '/team/:id/second-factor',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description:
        'For a lost phone: signs somebody out everywhere, who then signs in with the password alone.',
      params: personParams,
      response: { 200: personResponse },
    },
    handler: async (request) => {
      const { id } = request.params
      await accounts.resetSecondFactor(viewerOf(request), id)
      return await getPerson(id)
    },
  })

  api.route({
    method: 'GET',
    url: '/team/changes',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Who gave or took which role, the newest first.',
      querystring: roleChangesQuery,
      response: { 200: z.array(roleChangeResponse) },
    },
    handler: async (request, reply) => {
      const { changes, total } = await accounts.listRoleChanges(request.query)
      describePage(request, reply, { total, ...request.query })
      return changes
    },
  })
}

/** The admin sends the link, in whatever way reaches the person; so no mail server is needed. */
export function invitationRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/team/invitations',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Invitations that nobody has used yet, the newest first.',
      response: { 200: z.array(invitationResponse) },
    },
    handler: () => accounts.listInvitations(),
  })

  api.route({
    method: 'POST',
    url: '/team/invitations',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags,
      description: 'A link with which somebody makes an account with a role: once, within 72 hours.',
      body: invitationBody,
      response: { 201: newInvitationResponse },
    },
    handler: async (request, reply) =>
      reply.status(201).send(await accounts.inviteColleague(viewerOf(request), request.body)),
  })

  api.route({
    method: 'DELETE',
    url: '/team/invitations/:id',
    config: { access: 'team' },
    schema: {
      tags,
      description: 'Takes an invitation back: its link ends.',
      params: personParams,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.revokeInvitation(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })
}

const alertTags = ['Alerts']

/** Of what somebody of the staff hears, and how. Everybody decides for themselves. */
export function alertRoutes(api: Api, { alerts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/alerts',
    config: { access: 'office' },
    schema: { tags: alertTags, response: { 200: alertsResponse } },
    handler: (request) => alerts.read(viewerOf(request)),
  })

  api.route({
    method: 'PUT',
    url: '/alerts',
    config: { access: 'office' },
    schema: {
      tags: alertTags,
      description: 'Switches one way of hearing of one kind of thing on or off.',
      body: alertChoiceBody,
      response: { 200: alertsResponse },
    },
    handler: (request) => alerts.choose(viewerOf(request), request.body),
  })

  api.route({
    method: 'PUT',
    url: '/alerts/phone',
    config: { access: 'office' },
    schema: {
      tags: alertTags,
      description:
        'A browser that shows alerts, until it is removed or its session ends. The first one comes at once.',
      body: phoneBody,
      response: { 200: alertsResponse },
    },
    handler: (request) =>
      alerts.savePhone(viewerOf(request), request.body, request.headers['user-agent'] ?? ''),
  })

  api.route({
    method: 'DELETE',
    url: '/alerts/phones/:id',
    config: { access: 'office' },
    schema: { tags: alertTags, params: phoneParams, response: { 200: doneResponse } },
    handler: async (request) => {
      await alerts.removePhone(viewerOf(request), request.params.id)
      return { success: true } as const
    },
  })
}
