/** A TrueType font, as far as a PDF needs it. */
export type PdfFont = {
  unitsPerEm: number
  ascent: number
  descent: number
  capHeight: number
  box: readonly number[]
  /** 0: it has no such character. */
  glyphOf(codePoint: number): number
  /** In thousandths of the size. */
  widthOf(glyph: number): number
  /** The font with the outlines of these glyphs and no others, under their own numbers. */
  subset(glyphs: Iterable<number>): Buffer
}

type Tables = Map<string, Buffer>

const needed = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep']

/** Only for the fonts that come with the shop: what is wrong in one throws somewhere. */
export function openFont(file: Buffer): PdfFont {
  const tables = readTables(file)
  const [head, hhea, hmtx] = [table(tables, 'head'), table(tables, 'hhea'), table(tables, 'hmtx')]
  const unitsPerEm = head.readUInt16BE(18)
  const scaled = (units: number) => Math.round((units * 1000) / unitsPerEm)
  const metrics = hhea.readUInt16BE(34)
  const glyphs = readCharacters(table(tables, 'cmap'))
  const os2 = table(tables, 'OS/2')
  return {
    unitsPerEm,
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(os2.readInt16BE(88)),
    box: [36, 38, 40, 42].map((at) => scaled(head.readInt16BE(at))),
    glyphOf: (codePoint) => glyphs.get(codePoint) ?? 0,
    widthOf: (glyph) => scaled(hmtx.readUInt16BE(4 * Math.min(glyph, metrics - 1))),
    subset: (wanted) => writeSubset(tables, wanted),
  }
}

function readTables(file: Buffer): Tables {
  const tables: Tables = new Map()
  for (let entry = 0; entry < file.readUInt16BE(4); entry++) {
    const at = 12 + 16 * entry
    const start = file.readUInt32BE(at + 8)
    tables.set(file.toString('latin1', at, at + 4), file.subarray(start, start + file.readUInt32BE(at + 12)))
  }
  return tables
}

function table(tables: Tables, name: string): Buffer {
  const found = tables.get(name)
  if (!found) throw new Error(`The font has no table ${name}`)
  return found
}

/** Of the basic plane, which has all letters of Latin script. */
function readCharacters(cmap: Buffer): Map<number, number> {
  const at = findFormat4(cmap)
  const segments = cmap.readUInt16BE(at + 6) / 2
  const glyphs = new Map<number, number>()
  for (let segment = 0; segment < segments; segment++) {
    const end = cmap.readUInt16BE(at + 14 + 2 * segment)
    const start = cmap.readUInt16BE(at + 16 + 2 * (segments + segment))
    const delta = cmap.readUInt16BE(at + 16 + 2 * (2 * segments + segment))
    const rangeAt = at + 16 + 2 * (3 * segments + segment)
    const range = cmap.readUInt16BE(rangeAt)
    for (let code = start; code <= end && code !== 0xffff; code++) {
      const direct = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - start))
      if (direct !== 0) glyphs.set(code, (direct + delta) & 0xffff)
    }
  }
  return glyphs
}

function findFormat4(cmap: Buffer): number {
  for (let entry = 0; entry < cmap.readUInt16BE(2); entry++) {
    const at = cmap.readUInt32BE(8 + 8 * entry)
    if (cmap.readUInt16BE(at) === 4) return at
  }
  throw new Error('The font has no table of its characters that we can read')
}

function writeSubset(tables: Tables, wanted: Iterable<number>): Buffer {
  const outlines = table(tables, 'glyf')
  const offsets = readOffsets(tables)
  const outlineOf = (glyph: number) => outlines.subarray(offsets[glyph], offsets[glyph + 1])
  const used = new Set([0, ...wanted])
  // A set goes on with what is added to it meanwhile: parts of parts are found too.
  for (const glyph of used) for (const part of partsOf(outlineOf(glyph))) used.add(part)
  const kept: Buffer[] = []
  const loca = Buffer.alloc(4 * offsets.length)
  let length = 0
  for (let glyph = 0; glyph < offsets.length - 1; glyph++) {
    loca.writeUInt32BE(length, 4 * glyph)
    if (!used.has(glyph)) continue
    const outline = padded(outlineOf(glyph))
    kept.push(outline)
    length += outline.length
  }
  loca.writeUInt32BE(length, loca.length - 4)
  const head = Buffer.from(table(tables, 'head'))
  // The offsets are long ones.
  head.writeInt16BE(1, 50)
  return writeTables(new Map([...tables, ['glyf', Buffer.concat(kept)], ['loca', loca], ['head', head]]))
}

function readOffsets(tables: Tables): number[] {
  const loca = table(tables, 'loca')
  const isLong = table(tables, 'head').readInt16BE(50) === 1
  const count = table(tables, 'maxp').readUInt16BE(4) + 1
  return Array.from({ length: count }, (_, glyph) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph),
  )
}

const flags = { words: 1, scale: 8, more: 32, scales: 64, matrix: 128 }

/** An accented letter is often put together from others. */
function* partsOf(outline: Buffer): Generator<number> {
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return
  for (let at = 10, isMore = true; isMore; ) {
    const flag = outline.readUInt16BE(at)
    yield outline.readUInt16BE(at + 2)
    const turned = flag & flags.scale ? 2 : flag & flags.scales ? 4 : flag & flags.matrix ? 8 : 0
    at += 4 + (flag & flags.words ? 4 : 2) + turned
    isMore = (flag & flags.more) !== 0
  }
}

function writeTables(tables: Tables): Buffer {
  const chosen = needed.flatMap((name) => {
    const content = tables.get(name)
    return content ? [{ name, content }] : []
  })
  const header = Buffer.alloc(12 + 16 * chosen.length)
  header.writeUInt32BE(0x10000, 0)
  header.writeUInt16BE(chosen.length, 4)
  let at = header.length
  for (const [entry, { name, content }] of chosen.entries()) {
    header.write(name, 12 + 16 * entry, 'latin1')
    header.writeUInt32BE(checksum(padded(content)), 16 + 16 * entry)
    header.writeUInt32BE(at, 20 + 16 * entry)
    header.writeUInt32BE(content.length, 24 + 16 * entry)
    at += padded(content).length
  }
  return Buffer.concat([header, ...chosen.map(({ content }) => padded(content))])
}

function padded(content: Buffer): Buffer {
  const missing = (4 - (content.length % 4)) % 4
  return missing === 0 ? content : Buffer.concat([content, Buffer.alloc(missing)])
}

function checksum(content: Buffer): number {
  let sum = 0
  for (let at = 0; at < content.length; at += 4) sum = (sum + content.readUInt32BE(at)) >>> 0
  return sum
}
