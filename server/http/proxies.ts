import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The private networks that TRUST_PROXY knows by name. */
const networks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

export type IsTrusted = (address: string | undefined) => boolean

/** Whose word is believed about where a request came from, how, and under which id. */
export function openTrustedProxies(listed: readonly string[]): IsTrusted {
  const trusted = new BlockList()
  for (const range of listed.flatMap((name) => networks[name] ?? [name])) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    trusted.addSubnet(address, bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits), family)
  }
  return (address) => {
    // A machine that speaks both kinds of addresses writes the old kind inside the new one.
    const plain = address?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    return isIP(plain) !== 0 && trusted.check(plain, familyOf(plain))
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * By what visitors are counted. Who has one address of the new kind has a whole network of them, so its first half counts;
 * the old kind, also written inside the new one, counts as it is.
 */
export function callerAddress({ ip }: { ip: string }): string {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIP(plain) !== 6) return plain
  const [head = '', tail] = (plain.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  if (tail !== undefined)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - last.length)).fill('0'), ...last)
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}

type RedirectOptions = { https: boolean; publicUrl: string; isTrusted: IsTrusted }

/** Machines ask these on the inner network, without https. */
const asked = ['/healthz', '/readyz', '/metrics']

/**
 * A visitor who came to the proxy without https is sent to the safe address. Only the proxy can tell; where it does not,
 * nobody is sent anywhere, because a shop that redirects to itself would never open.
 */
export function redirectToHttps(
  app: FastifyInstance,
  { https, publicUrl, isTrusted }: RedirectOptions,
): void {
  if (!https) return
  app.addHook('onRequest', async (request, reply) => {
    if (!cameWithoutHttps(request.raw) || !isTrusted(request.socket.remoteAddress)) return
    if (asked.includes(request.routeOptions.url ?? '')) return
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    return reply.redirect(publicUrl + pathOf(request.url), isRead ? 301 : 308)
  })
}

export function cameWithoutHttps({ headers }: IncomingMessage): boolean {
  const protocol = headers['x-forwarded-proto']
  return protocol !== undefined && String(protocol).split(',').at(-1)?.trim() !== 'https'
}

/** Only ever a path of this shop, whatever host the address names. */
function pathOf(address: string): string {
  return address.replace(/^https?:\/\/[^/?]*/i, '').replace(/^[\\/]*/, '/')
}
