import type { FastifyRequest } from 'fastify'

const sized = /^(?<picture>.*)-(?<width>\d+)-[\w-]{8}(?<format>\.\w+)$/

/** For each built picture that also exists one size smaller, the address of that one. */
export function smallerPictures(addresses: readonly string[]): Map<string, string> {
  const pictures = addresses.flatMap((address) => {
    const { picture, width, format } = sized.exec(address)?.groups ?? {}
    return picture && width && format ? [{ address, family: picture + format, width: Number(width) }] : []
  })
  const families = Object.values(Object.groupBy(pictures, ({ family }) => family))
  const pairs = families.flatMap((family = []) => {
    const [, ...larger] = family.sort((one, other) => one.width - other.width)
    return larger.map(({ address }, place): [string, string] => [address, family[place]?.address ?? address])
  })
  return new Map(pairs)
}

export function savesData({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return String(headers['save-data']).toLowerCase() === 'on'
}
