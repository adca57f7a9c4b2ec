import sharp from 'sharp'
import type { BrandResponse } from '#contract/settings.ts'

type FormValue = string | Uint8Array | { bytes: Uint8Array; name: string; type?: string }

/** A form with files as a browser sends it: `ask('PUT', url, { token, ...(await uploadForm([['avatar', bytes]])) })`. */
export async function uploadForm(
  fields: readonly (readonly [name: string, value: FormValue])[],
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else {
      const {
        bytes,
        name: fileName,
        type,
      } = value instanceof Uint8Array ? { bytes: value, name: 'photo.jpg' } : value
      form.append(name, new Blob([new Uint8Array(bytes)], { type: type ?? 'image/jpeg' }), fileName)
    }
  }
  const sent = new Response(form)
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}

export async function photo(colour = '#963', size = 60): Promise<Buffer> {
  const blank = sharp({ create: { width: size, height: size, channels: 3, background: colour } })
  return await blank.jpeg().toBuffer()
}

export const ordinaryProduct = {
  name: 'Shea Butter Cream',
  description: 'Rich and plain.',
  brands: 'Adom',
  price: '145.50',
  category: 'moisturizer',
  how_to_use: 'Warm it between your hands.',
  stock_quantity: '10',
  featured: '1',
  best_seller: '0',
  benefits: 'Soft skin\nCalm',
  ingredients: 'Shea butter,Aqua',
}

/** A product's form as the back office sends it; what a test does not name is ordinary, and undefined leaves a field out. */
export function filledProductForm(
  fields: Record<string, string | undefined> = {},
  images: readonly Uint8Array[] = [],
) {
  const named = Object.entries({ ...ordinaryProduct, ...fields })
  return uploadForm([
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...images.map((image) => ['images', image] as const),
  ])
}

/** The brand's form as the back office sends it: what is there, and what the test changes. */
export function brandFields(
  known: BrandResponse,
  changed: Record<string, string> = {},
): (readonly [string, string])[] {
  const { version, name_version, name, line, colours, fonts, corners } = known
  const fields = { version: String(version), name_version: String(name_version), name, line, fonts, corners }
  return Object.entries({ ...fields, ...colours, ...changed })
}

/** A browser that can be written to; the keys are those of the example in RFC 8291. Nobody answers at its address. */
export const browserPhone = {
  endpoint: 'https://push.example.com/send/1',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
