import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteOptions,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { Refusal } from '#contract/refusals.ts'
import { may, missingRightText, officeRoleOf, type Right } from '#rules/rights.ts'
import { isKey } from '../features/accounts/api-keys.ts'
import { isStaff, type Viewer } from '../features/accounts/viewer.ts'
import type { Shop } from '../shop.ts'

/** Who may call a route: also whoever has a right of the back office. Whose thing it is decides the use case. */
export type Access = 'anyone' | 'signed_in' | 'driver' | 'staff' | Right

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** The token that comes with it is not a person's; the route looks at it by itself. */
    hasOwnToken?: boolean
    /** A ticket in the address opens it too: for files that a browser saves straight to its disk. */
    takesTickets?: boolean
    /** A key with the right role does here what a person of the back office does, although the route asks for no right. */
    takesKeys?: boolean
    /** A right that only some bodies need besides. */
    alsoNeeds?: (body: unknown) => Right | null
    /** Asks for the password again, unless it was typed a few minutes ago: always, or for some bodies only. */
    recentPassword?: true | ((body: unknown) => boolean)
  }
  interface FastifyRequest {
    viewer: Viewer | null
    /** Whose ticket opened the route. */
    ticketHolder: string | null
  }
  interface FastifyInstance {
    /** Every route of the server, in the order in which they were added. */
    routeTable: RouteOptions[]
  }
}

/** What asks for a right takes keys; what is about whoever is signed in does not, unless it says so. */
const onlyForPeople: readonly Access[] = ['signed_in', 'driver', 'staff', 'office']

type Caller = { viewer: Viewer | null; refusal: Refusal | null }

async function findCaller(
  { routeOptions: { config } }: FastifyRequest,
  { accounts }: Shop,
  access: Access,
  token: string | null,
): Promise<Caller> {
  if (token === null || !isKey(token)) {
    const viewer = token === null ? null : await accounts.findViewer(token)
    return { viewer, refusal: refusalFor(access, viewer) }
  }
  // To the public part of the shop a key is a visitor.
  if (access === 'anyone' && !config.takesKeys) return { viewer: null, refusal: null }
  const viewer = await accounts.findKeyViewer(token)
  if (viewer === null && access !== 'anyone')
    return { viewer, refusal: new Refusal('not_signed_in', { text: 'This key is unknown or was revoked.' }) }
  if (onlyForPeople.includes(access) && !config.takesKeys)
    return { viewer: null, refusal: new Refusal('not_for_keys') }
  return { viewer, refusal: refusalFor(access, viewer) }
}

function refusalFor(access: Access, viewer: Viewer | null): Refusal | null {
  if (access === 'anyone') return null
  if (viewer === null) return new Refusal('not_signed_in')
  if (access === 'signed_in') return null
  if (access === 'driver') return viewer.isDriver ? null : new Refusal('not_a_driver')
  if (access === 'staff') return isStaff(viewer) ? null : new Refusal('not_allowed')
  return refusalWithout(access, viewer)
}

/** Whoever works here is told what is missing; everybody else only that this is not theirs. */
function refusalWithout(right: Right, viewer: Viewer): Refusal | null {
  if (viewer.owesSecondFactor) return new Refusal('second_factor_required')
  if (may(viewer, right)) return null
  const isOffice = officeRoleOf(viewer) !== null
  return new Refusal('not_allowed', isOffice ? { text: missingRightText(right) } : {})
}

/** Asks before a body is read: a stranger learns nothing from our other answers. */
export function guardAccess(app: FastifyInstance, shop: Shop): void {
  app.decorateRequest('viewer', null)
  app.decorateRequest('ticketHolder', null)
  app.decorate('routeTable', [])
  app.addHook('onRoute', (route) => void app.routeTable.push(route))
  app.addHook('onReady', async () => {
    const forgotten = app.routeTable.find((route) => route.config?.access === undefined)
    if (!forgotten) return
    throw new Error(
      `The route ${forgotten.method} ${forgotten.url} does not say who may call it (config.access)`,
    )
  })
  app.addHook('onRequest', async (request) => {
    const { access, hasOwnToken, takesTickets } = request.routeOptions.config
    const token = bearerToken(request)
    if (access === undefined || hasOwnToken) return
    if (takesTickets && token === null) {
      request.ticketHolder = await redeemTicket(request, shop)
      if (request.ticketHolder !== null) return
    }
    const { viewer, refusal } = await findCaller(request, shop, access, token)
    request.viewer = viewer
    if (refusal !== null) throw refusal
  })
  app.addHook('preHandler', async (request) => {
    const right = request.routeOptions.config.alsoNeeds?.(request.body) ?? null
    if (right !== null) requireRight(request, right)
  })
  // After the form was read: nobody types a password for something that cannot be done anyway.
  app.addHook('preHandler', async ({ routeOptions, ticketHolder, viewer, body }) => {
    const { recentPassword } = routeOptions.config
    const isAsked = typeof recentPassword === 'function' ? recentPassword(body) : recentPassword === true
    // Whoever has a ticket was asked for it.
    if (!isAsked || ticketHolder !== null || viewer?.hasRecentPassword) return
    throw new Refusal(viewer?.isKey ? 'not_for_keys' : 'password_needed')
  })
  // What a ticket opens is a whole list. Written down once it is sure that it is sent, and before its first line is.
  app.addHook('onSend', async ({ method, routeOptions, ticketHolder, viewer }, { statusCode }) => {
    if (!routeOptions.config.takesTickets || method !== 'GET' || statusCode !== 200) return
    const list = routeOptions.url?.split('/').at(-1)?.replace('.csv', '') ?? 'list'
    await shop.changes.recordExport(ticketHolder ?? viewer?.id ?? null, list)
  })
}

async function redeemTicket({ method, query }: FastifyRequest, { accounts }: Shop): Promise<string | null> {
  const ticket = typeof query === 'object' && query !== null && 'ticket' in query ? query.ticket : undefined
  if (method !== 'GET' || typeof ticket !== 'string' || ticket.length > 100) return null
  const holder = await accounts.takeDownloadTicket(ticket)
  return holder && may(holder, 'exports') ? holder.id : null
}

/** For a route that shows or does more for some than for others. */
export function requireRight({ viewer }: FastifyRequest, right: Right): void {
  const refusal = refusalFor(right, viewer)
  if (refusal !== null) throw refusal
}

/** The signed-in person on a route that only they can reach. */
export function viewerOf(request: FastifyRequest): Viewer {
  if (request.viewer === null) throw new Refusal('not_signed_in')
  return request.viewer
}

export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (header === undefined || header.length > 512) return null
  return /^Bearer ([\w.-]+)$/i.exec(header)?.[1] ?? null
}

/** The API as route files see it: what goes in and out has the type of its schema. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

/** How many there are and where the neighbours lie goes into headers, so that the body stays as specified. */
export function describePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { total, page, limit }: { total: number; page: number; limit: number },
): void {
  reply.header('x-total-count', String(total))
  const last = Math.max(1, Math.ceil(total / limit))
  const links = { first: 1, prev: page > 1 ? page - 1 : null, next: page < last ? page + 1 : null, last }
  const url = new URL(request.url, 'http://shop')
  const header = Object.entries(links).flatMap(([name, number]) => {
    if (number === null) return []
    url.searchParams.set('page', String(number))
    return `<${url.pathname}${url.search}>; rel="${name}"`
  })
  reply.header('link', header.join(', '))
}
