import { Parser } from 'htmlparser2'
import { Refusal } from '#contract/refusals.ts'
import { largestDrawing } from '#rules/brand.ts'

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
export function cleanSvg(bytes: Uint8Array): string {
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
  const written = once.map(([each, value]) => ` ${each}="${escaped(value)}"`).join('')
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('')
  return inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

function refuse(reason: string): never {
  throw new Refusal('invalid_image', { text: `This drawing cannot be used: ${reason}.` })
}
