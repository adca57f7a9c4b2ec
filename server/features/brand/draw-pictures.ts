import { Parser } from 'htmlparser2'
import { Refusal } from '#contract/refusals.ts'
import {
  type BrandLook,
  type BrandPictureName,
  largestDrawing,
  shareCardSize,
  smallestIcon,
} from '#rules/brand.ts'
import { escapeHtml } from '#rules/markup.ts'
import type { Context } from '#server/platform/context.ts'
import { shortHash } from '#server/platform/hash.ts'
import type { Drawing } from '#server/platform/images.ts'
import type { BrandPicture, BrandPictures, IconPlace } from './tables.ts'

export type DrawnFile = { name: string; contentType: string; bytes: Buffer }

type Drawn = { pictures: BrandPictures; files: DrawnFile[] }

const icons: Record<IconPlace, { size: number; share?: number; isOpaque?: boolean }> = {
  tab: { size: 64 },
  // A phone paints what can be seen through black.
  touch: { size: 180, isOpaque: true },
  small: { size: 192 },
  large: { size: 512 },
  // Phones cut a circle out of it: what matters lies within four fifths.
  maskable: { size: 512, share: 0.75, isOpaque: true },
}

/** Twice as sharp as the largest place that shows it. */
const logoSize = { width: 480, height: 96 }

/** Every file that the shop hands out is made anew here; nothing of an upload itself survives. */
export async function drawPictures(
  context: Context,
  given: Partial<Record<BrandPictureName, Buffer>>,
  { colours }: BrandLook,
): Promise<Drawn> {
  const drawn: Drawn = { pictures: {}, files: [] }
  const add = (bytes: Buffer, contentType: string, size: { width: number; height: number }): BrandPicture => {
    const ending = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg' }[contentType] ?? 'bin'
    const name = `${shortHash(bytes)}.${ending}`
    drawn.files.push({ name, contentType, bytes })
    return { file: name, width: size.width, height: size.height }
  }
  const redraw = async (picture: Buffer | Drawing, options: Parameters<Context['images']['redraw']>[1]) => {
    const made = await context.images.redraw(picture, options)
    return add(made.bytes, made.contentType, made)
  }

  for (const name of ['logo_light', 'logo_dark'] as const) {
    const bytes = given[name]
    if (bytes === undefined) continue
    await explaining(name, async () => {
      const source = open(bytes)
      const asPng = await redraw(source, { ...logoSize, fit: 'inside', format: 'png' })
      drawn.pictures[name] = isDrawing(source) ? add(Buffer.from(source.svg), 'image/svg+xml', asPng) : asPng
      if (name === 'logo_light') drawn.pictures.logo_mail = asPng
    })
  }
  const { icon, share_card: card } = given
  if (icon) {
    await explaining('icon', async () => {
      const source = open(icon)
      const made: [string, BrandPicture][] = []
      for (const [place, { size, share, isOpaque }] of Object.entries(icons)) {
        const ground = isOpaque ? { ground: colours.page } : {}
        const options = { width: size, height: size, fit: 'contain', format: 'png' } as const
        made.push([
          place,
          await redraw(source, { ...options, ...(share && { share }), ...ground, least: smallestIcon }),
        ])
      }
      drawn.pictures.icon = Object.fromEntries(made) as Record<IconPlace, BrandPicture>
    })
  }
  if (card) {
    await explaining('share_card', async () => {
      drawn.pictures.share_card = await redraw(card, { ...shareCardSize, fit: 'cover', format: 'jpeg' })
    })
  }
  return drawn
}

function open(bytes: Buffer): Buffer | Drawing {
  const head = bytes.subarray(0, 400).toString('latin1').replace(/^ï»¿/, '').trimStart()
  return head.startsWith('<') ? { svg: cleanSvg(bytes) } : bytes
}

function isDrawing(source: Buffer | Drawing): source is Drawing {
  return 'svg' in source
}

const refused: Record<string, string> = {
  image_too_small: `Please choose a picture of at least ${smallestIcon} × ${smallestIcon} pixels`,
  image_too_large: 'This picture is too large',
  image_not_supported: 'Please choose an SVG or a PNG',
  image_broken: 'This file is not a picture we can read',
  invalid_image: '',
  too_large: '',
}

/** What is wrong with a file is said beside its field. */
async function explaining(field: BrandPictureName, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!(error instanceof Error) || !Object.hasOwn(refused, code)) throw error
    throw new Refusal('invalid_input', { fields: { [field]: refused[code] || error.message } })
  }
}

const elements = new Set(
  'svg g defs title desc path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath mask'.split(
    ' ',
  ),
)

/** Notes that drawing programs leave for themselves: nothing of them is shown. */
const leftOut = new Set(['metadata', 'sodipodi:namedview', 'inkscape:grid', 'inkscape:page'])

const attributes = new Set(
  `id d x y x1 y1 x2 y2 cx cy r rx ry fx fy width height points viewBox transform gradientTransform gradientUnits
  spreadMethod offset clipPathUnits maskUnits maskContentUnits preserveAspectRatio pathLength
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule mask display visibility
  paint-order vector-effect`.split(/\s+/),
)

const reasons: Record<string, string> = {
  script: 'it contains a script',
  foreignObject: 'it contains a piece of a web page',
  style: 'it contains a style sheet; please export it with plain attributes',
  text: 'it contains text; please turn texts into paths',
  image: 'it contains a photo; please use a PNG instead',
  use: 'it contains copies of other shapes; please expand them',
  a: 'it contains a link',
}

type Node = { name: string; attributes: [string, string][]; children: (Node | string)[] }

/**
 * A drawing from outside, written anew: only shapes and their colours survive, and whatever could run, load or hide something
 * is refused with the reason. Nothing of the file itself is passed on.
 */
function cleanSvg(bytes: Uint8Array): string {
  if (bytes.byteLength > largestDrawing)
    throw new Refusal('too_large', { text: `Please choose a drawing of at most ${largestDrawing / 1000} KB` })
  const root = readTree(decode(bytes))
  const { width, height, viewBox } = Object.fromEntries(root.attributes)
  const box = viewBox ?? `0 0 ${Number.parseFloat(width ?? '')} ${Number.parseFloat(height ?? '')}`
  const [, , boxWidth, boxHeight] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (!boxWidth || !boxHeight || boxWidth < 0 || boxHeight < 0) refuse('it does not say how large it is')
  const size: [string, string][] = [
    ['xmlns', 'http://www.w3.org/2000/svg'],
    ['viewBox', box],
    ['width', String(boxWidth)],
    ['height', String(boxHeight)],
  ]
  const kept = root.attributes.filter(([name]) => !['viewBox', 'width', 'height'].includes(name))
  return write({ ...root, attributes: [...size, ...kept] })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('it is not written in UTF-8')
  }
}

function readTree(text: string): Node {
  const top: Node = { name: '', attributes: [], children: [] }
  const open: Node[] = [top]
  let skipped = 0
  const parser = new Parser(
    {
      onopentag(name, given) {
        const parent = open.at(-1) ?? top
        if (skipped > 0 || leftOut.has(name)) return void skipped++
        if (!elements.has(name)) refuse(reasons[name] ?? `it contains “${name.slice(0, 40)}”`)
        if (open.length > 60) refuse('it is nested too deeply')
        if ((name === 'svg') !== (parent === top)) refuse('it is not one drawing')
        const node = { name, attributes: Object.entries(given).flatMap(cleanAttribute), children: [] }
        parent.children.push(node)
        open.push(node)
      },
      ontext(written) {
        const parent = open.at(-1)
        if (skipped > 0 || written.trim() === '') return
        if (parent?.name === 'title' || parent?.name === 'desc') parent.children.push(written)
        else refuse('it contains text between its shapes')
      },
      onclosetag() {
        if (skipped > 0) skipped--
        else open.pop()
      },
      onprocessinginstruction(name, data) {
        if (name === '?xml') return
        if (/^!doctype$/i.test(name) && !/entity|\[/i.test(data)) return
        refuse(/^!doctype$/i.test(name) ? 'it defines entities' : 'it contains instructions for programs')
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  const [root] = top.children
  if (typeof root !== 'object' || top.children.length > 1 || open.length > 1)
    return refuse('it is not a whole drawing')
  return root
}

function cleanAttribute([name, value]: [string, string]): [string, string][] {
  if (/^on/i.test(name)) refuse(`it reacts to events (${name.slice(0, 40)})`)
  if (/(?:^|:)(?:href|src|base)$/i.test(name)) refuse('it refers to something outside of it')
  if (name === 'style') return value.split(';').flatMap(cleanDeclaration)
  if (!attributes.has(name)) return []
  refuseForeign(value)
  return [[name, value]]
}

/** What a style says of one shape can be said with an attribute. */
function cleanDeclaration(declaration: string): [string, string][] {
  const [name = '', value = ''] = declaration.split(':').map((part) => part.trim())
  refuseForeign(declaration.slice(declaration.indexOf(':') + 1))
  return attributes.has(name) && value !== '' ? [[name, value]] : []
}

const ownReference = /url\(\s*(?:#[\w.-]+|"#[\w.-]+"|'#[\w.-]+')\s*\)/g
const foreign = /(?:url|image|image-set|element|src|expression|var|env)\s*\(|\w+:|@import|\\|\/\*/i

function refuseForeign(value: string): void {
  if (foreign.test(value.replaceAll(ownReference, ''))) refuse('it refers to something outside of it')
}

function write({ name, attributes: given, children }: Node): string {
  const seen = new Set<string>()
  const once = given.filter(([each]) => !seen.has(each) && seen.add(each))
  const written = once.map(([each, value]) => ` ${each}="${escapeHtml(value)}"`).join('')
  const inside = children
    .map((child) => (typeof child === 'string' ? escapeHtml(child) : write(child)))
    .join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

function refuse(reason: string): never {
  throw new Refusal('invalid_image', { text: `This drawing cannot be used: ${reason}.` })
}
