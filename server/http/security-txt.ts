import type { FastifyInstance } from 'fastify'
import type { Context } from '../platform/context.ts'
import type { Shop } from '../shop.ts'

const validDays = 180
const day = 24 * 3_600_000

/** Where somebody who has found a hole can tell the shop (RFC 9116). */
export function serveSecurityTxt(app: FastifyInstance, { settings }: Shop, { config, clock }: Context): void {
  const path = '/.well-known/security.txt'
  app.get(path, { config: { access: 'anyone' } }, async (_request, reply) => {
    const { contact } = await settings.read()
    const expires = new Date(Math.floor(clock().getTime() / day + validDays) * day)
    const lines = [
      ...(contact.email === '' ? [] : [`Contact: mailto:${contact.email}`]),
      `Contact: ${config.publicUrl}/contact`,
      `Expires: ${expires.toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}${path}`,
    ]
    reply.header('cache-control', 'public, max-age=3600')
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })
}
