import { deflateSync } from 'node:zlib'
import type { PdfFont } from './pdf-font.ts'

export const a4 = { width: 595, height: 842 } as const

export type TextStyle<Font extends string> = { font: Font; size: number }

export type Pdf<Font extends string> = {
  newPage(): void
  pages(): number
  /** Draws on a page that was left already. */
  onPage(place: number, draw: () => void): void
  /** Its beginning, or with `end` its end, at `x`; the baseline `y` below the top of the page. */
  text(text: string, place: { x: number; y: number; align?: 'end' }, style: TextStyle<Font>): void
  line(from: number, to: number, y: number): void
  widthOf(text: string, style: TextStyle<Font>): number
  /** Lines that fit into the width; what is more than `most` lines ends with …. */
  wrap(text: string, width: number, most: number, style: TextStyle<Font>): string[]
  end(): Buffer
}

type PdfOptions<Font extends string> = {
  title: string
  author: string
  createdAt: Date
  fonts: Record<Font, PdfFont>
}

/** Pages of text and lines. Characters that a font does not have become question marks. */
export function openPdf<Font extends string>(options: PdfOptions<Font>): Pdf<Font> {
  const names = Object.keys(options.fonts) as Font[]
  const used = Object.fromEntries(names.map((name) => [name, new Map<number, number>()])) as Record<
    Font,
    Map<number, number>
  >
  const pages: string[][] = []
  let current = 0
  const draw = (operator: string) => void pages[current]?.push(operator)

  const glyphsOf = (text: string, { font: name }: TextStyle<Font>) => {
    const font = options.fonts[name]
    return [...readable(text)].map((character) => {
      const code = character.codePointAt(0) ?? 0
      const glyph = font.glyphOf(code) || font.glyphOf(0x3f)
      used[name].set(glyph, font.glyphOf(code) ? code : 0x3f)
      return glyph
    })
  }
  const widthOf = (text: string, style: TextStyle<Font>) => {
    const font = options.fonts[style.font]
    return (glyphsOf(text, style).reduce((sum, glyph) => sum + font.widthOf(glyph), 0) * style.size) / 1000
  }
  return {
    newPage() {
      current = pages.push([]) - 1
    },
    pages: () => pages.length,
    onPage(place, drawing) {
      const before = current
      current = place
      drawing()
      current = before
    },
    text(text, { x, y, align }, style) {
      const start = align === 'end' ? x - widthOf(text, style) : x
      const hex = glyphsOf(text, style).map((glyph) => glyph.toString(16).padStart(4, '0'))
      const at = `${number(start)} ${number(a4.height - y)}`
      draw(`BT /F${names.indexOf(style.font)} ${style.size} Tf ${at} Td <${hex.join('')}> Tj ET`)
    },
    line(from, to, y) {
      draw(`0.5 w ${number(from)} ${number(a4.height - y)} m ${number(to)} ${number(a4.height - y)} l S`)
    },
    widthOf,
    wrap: (text, width, most, style) => wrap(text, (part) => widthOf(part, style) <= width, most),
    end: () => write(options, pages, names, used),
  }
}

/** One line, with its letters put together: the fonts draw no accent by itself. */
function readable(text: string): string {
  return text.normalize('NFC').replace(/[\p{Cc}\p{Z}]+/gu, ' ')
}

function number(value: number): string {
  return String(Math.round(value * 100) / 100)
}

function wrap(text: string, fits: (part: string) => boolean, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((each) => pieces(each, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  if (line !== '') lines.push(line)
  if (lines.length <= most) return lines
  const last = [...(lines[most - 1] ?? '')]
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
  return [...lines.slice(0, most - 1), `${last.join('').trimEnd()}…`]
}

/** A word that is longer than a line. */
function pieces(word: string, fits: (part: string) => boolean): string[] {
  if (fits(word)) return [word]
  const found: string[] = []
  let piece = ''
  for (const character of word) {
    if (piece !== '' && !fits(piece + character)) {
      found.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...found, piece]
}

function write<Font extends string>(
  { title, author, createdAt, fonts }: PdfOptions<Font>,
  pages: readonly string[][],
  names: readonly Font[],
  used: Record<Font, Map<number, number>>,
): Buffer {
  const objects = openObjects()
  const tree = objects.reserve()
  const resources = names.map(
    (name, place) => `/F${place} ${addFont(objects, name, fonts[name], used[name])} 0 R`,
  )
  const kids = pages.map((operators) => {
    const contents = objects.addStream(Buffer.from(operators.join('\n')))
    return objects.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] /Resources << /Font << ${resources.join(' ')} >> >> /Contents ${contents} 0 R >>`,
    )
  })
  const references = kids.map((kid) => `${kid} 0 R`).join(' ')
  objects.set(tree, `<< /Type /Pages /Count ${kids.length} /Kids [${references}] >>`)
  const root = objects.add(
    `<< /Type /Catalog /Pages ${tree} 0 R /Lang (en-GH) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  )
  const at = createdAt.toISOString().replace(/\D/g, '').slice(0, 14)
  const info = objects.add(`<< /Title ${words(title)} /Author ${words(author)} /CreationDate (D:${at}Z) >>`)
  return objects.end(root, info)
}

function addFont(
  objects: ReturnType<typeof openObjects>,
  name: string,
  font: PdfFont,
  used: ReadonlyMap<number, number>,
): number {
  const program = font.subset(used.keys())
  const file = objects.addStream(program, `/Length1 ${program.length}`)
  const known = `/FontName /SHOPAA+${name}`
  const descriptor = objects.add(
    `<< /Type /FontDescriptor ${known} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${file} 0 R >>`,
  )
  const widths = [...used.keys()].map((glyph) => `${glyph} [${font.widthOf(glyph)}]`).join(' ')
  const cid = objects.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SHOPAA+${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 500 /W [${widths}] /CIDToGIDMap /Identity >>`,
  )
  const unicode = objects.addStream(Buffer.from(unicodeMap(used)))
  return objects.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /SHOPAA+${name} /Encoding /Identity-H /DescendantFonts [${cid} 0 R] /ToUnicode ${unicode} 0 R >>`,
  )
}

const mostInABlock = 100

/** Which glyph is which letter, so that the text can be copied, searched and read aloud. */
function unicodeMap(used: ReadonlyMap<number, number>): string {
  const pairs = [...used].map(([glyph, code]) => `<${hex4(glyph)}> <${hex4(code)}>`)
  const blocks: string[] = []
  for (let from = 0; from < pairs.length; from += mostInABlock) {
    const block = pairs.slice(from, from + mostInABlock)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${blocks.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

function hex4(code: number): string {
  return code.toString(16).padStart(4, '0').toUpperCase()
}

/** Any text, as a PDF writes what is no part of a page. */
function words(text: string): string {
  return `<FEFF${Buffer.from(readable(text), 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** The numbered parts of a file, and where each begins. */
function openObjects() {
  const objects: Buffer[] = []
  const reserve = () => objects.push(Buffer.alloc(0))
  const set = (id: number, content: Buffer | string) => {
    objects[id - 1] = Buffer.from(content)
  }
  const add = (content: Buffer | string) => {
    const id = reserve()
    set(id, content)
    return id
  }
  return {
    reserve,
    set,
    add,
    addStream(content: Buffer, more = '') {
      const packed = deflateSync(content)
      const head = `<< /Length ${packed.length} /Filter /FlateDecode ${more} >>\nstream\n`
      return add(Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream')]))
    },
    end(root: number, info: number): Buffer {
      const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
      let length = parts[0]?.length ?? 0
      const offsets: number[] = []
      for (const [place, content] of objects.entries()) {
        const part = Buffer.concat([Buffer.from(`${place + 1} 0 obj\n`), content, Buffer.from('\nendobj\n')])
        offsets.push(length)
        length += part.length
        parts.push(part)
      }
      const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
      const size = objects.length + 1
      parts.push(
        Buffer.from(
          `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`,
        ),
      )
      return Buffer.concat(parts)
    },
  }
}
