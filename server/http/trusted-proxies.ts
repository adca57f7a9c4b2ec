import { BlockList, isIP } from 'node:net'

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
