import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import {
  type PersonResponse,
  personParams,
  personResponse,
  type RoleChangeResponse,
  roleChangeResponse,
  roleChangesQuery,
  rolesBody,
  teamQuery,
} from '#contract/team.ts'
import type { RoleChange, TeamPerson } from '#server/features/accounts/team.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { describePage } from '../typed-api.ts'

const tags = ['Team']

export function teamRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/team',
    config: { access: 'admin' },
    schema: {
      tags,
      description: 'Everybody with a role; with q, everybody whose e-mail or name holds it.',
      querystring: teamQuery,
      response: { 200: z.array(personResponse) },
    },
    handler: async (request, reply) => {
      const { people, total } = await accounts.listTeam(request.query)
      describePage(request, reply, { total, ...request.query })
      return people.map(toPerson)
    },
  })

  api.route({
    method: 'PUT',
    url: '/team/:id',
    config: { access: 'admin' },
    schema: { tags, params: personParams, body: rolesBody, response: { 200: personResponse } },
    handler: async (request) => {
      const { id } = request.params
      const { is_admin: isAdmin, is_driver: isDriver } = request.body
      await accounts.setRoles(viewerOf(request), id, { isAdmin, isDriver })
      const person = await accounts.findTeamPerson(id)
      if (person === null) throw new Refusal('not_found')
      return toPerson(person)
    },
  })

  api.route({
    method: 'GET',
    url: '/team/changes',
    config: { access: 'admin' },
    schema: {
      tags,
      description: 'Who gave or took which role, the newest first.',
      querystring: roleChangesQuery,
      response: { 200: z.array(roleChangeResponse) },
    },
    handler: async (request, reply) => {
      const { changes, total } = await accounts.listRoleChanges(request.query)
      describePage(request, reply, { total, ...request.query })
      return changes.map(toChange)
    },
  })
}

function toPerson(person: TeamPerson): PersonResponse {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    email_confirmed: person.hasConfirmedEmail,
    is_admin: person.isAdmin,
    is_driver: person.isDriver,
    created_at: person.createdAt.toISOString(),
  }
}

function toChange({ id, person, role, isGiven, changedBy, changedAt }: RoleChange): RoleChangeResponse {
  return {
    id,
    person,
    role,
    is_given: isGiven,
    changed_by: changedBy,
    changed_at: changedAt.toISOString(),
  }
}
