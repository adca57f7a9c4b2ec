import { lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

type PublicCall = { headers: Record<string, string>; body: string | Uint8Array; timeoutMs: number }

export type PublicReply =
  | { is: 'answered'; status: number }
  /** The address is none that the shop calls: a name in its own network, for one. */
  | { is: 'forbidden' }
  | { is: 'no_answer'; reason: 'time_over' | 'unreachable' }

/** Calls to addresses that somebody has typed, or that a browser has sent. */
export type PublicCalls = {
  /** Whether the address can be one of the public web; its name is looked up with each call. */
  isAllowed(address: string): boolean
  /** Follows nobody elsewhere, waits no longer than it says, and reads nothing of the answer but its status. */
  post(address: string, call: PublicCall): Promise<PublicReply>
}

/** `allowsLoopback` is for tests, whose receivers are on this machine and have no certificate. */
export function openPublicCalls({ allowsLoopback = false } = {}): PublicCalls {
  const isOpen = (host: string) => isPublicAddress(host) || (allowsLoopback && host === '127.0.0.1')
  const isAllowed = (address: string) => {
    const url = URL.canParse(address) ? new URL(address) : null
    if (url === null || url.username || url.password) return false
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (url.protocol !== 'https:' && !(allowsLoopback && host === '127.0.0.1')) return false
    return isIP(host) ? isOpen(host) : /\.[a-z0-9-]*[a-z][a-z0-9-]*\.?$/i.test(host)
  }
  return {
    isAllowed,
    async post(address, call) {
      if (!isAllowed(address)) return { is: 'forbidden' }
      return await send(new URL(address), call, lookUpOnly(isOpen))
    },
  }
}

class ForbiddenAddress extends Error {}

/**
 * The very address that was checked is the one that is connected to: a name that leads elsewhere when it is asked a second time
 * gains nothing.
 */
function lookUpOnly(isOpen: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      if (found.length === 0 || !found.every(({ address }) => isOpen(address)))
        return callback(new ForbiddenAddress(), '')
      if (options.all) return callback(null, found)
      const [first] = found
      callback(null, first?.address ?? '', first?.family)
    })
  }
}

function send(
  url: URL,
  { headers, body, timeoutMs }: PublicCall,
  lookup: LookupFunction,
): Promise<PublicReply> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  const signal = AbortSignal.timeout(timeoutMs)
  return new Promise((resolve) => {
    const call = request(url, { method: 'POST', lookup, signal, agent: false, headers }, (answer) => {
      resolve({ is: 'answered', status: answer.statusCode ?? 0 })
      answer.destroy()
    })
    call.on('error', (error) => {
      if (error instanceof ForbiddenAddress) resolve({ is: 'forbidden' })
      else resolve({ is: 'no_answer', reason: signal.aborted ? 'time_over' : 'unreachable' })
    })
    call.end(body)
  })
}

const notPublic = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4')
// These carry an address of version 4 in them, or stand in books only.
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv6')

const globalSix = new BlockList()
globalSix.addSubnet('2000::', 3, 'ipv6')

/** An address of the public internet: neither this machine, nor its network, nor the services of a cloud beside it. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, 'ipv4')
  return isIP(address) === 6 && globalSix.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}
