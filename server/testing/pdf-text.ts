import { inflateSync } from 'node:zlib'

/** What a reader finds in a PDF: the text of each page, line by line, by the font's own table of letters. */
export function textOfPdf(file: Buffer): string[] {
  const objects = readObjects(file)
  const letters = new Map(
    [...objects.values()].flatMap(({ head }) => {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
      const number = [...objects].find(([, object]) => object.head === head)?.[0]
      return unicode && number ? [[number, readLetters(objects.get(unicode)?.body ?? '')] as const] : []
    }),
  )
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
    .map(({ head }) => {
      const fonts = new Map(
        [...head.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id]),
      )
      const contents = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.body ?? ''
      return [...contents.matchAll(/\/(F\d+) [\d.]+ Tf .*? <([0-9a-f]*)> Tj/g)]
        .map(([, font = '', hex = '']) => {
          const table = letters.get(fonts.get(font) ?? '')
          return (hex.match(/.{4}/g) ?? []).map((glyph) => table?.get(glyph) ?? '\ufffd').join('')
        })
        .join('\n')
    })
}

type PdfObject = { head: string; body: string }

/** By the offsets of the table at its end, as a reader goes about it. */
function readObjects(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  if (!text.startsWith('xref\n', start)) throw new Error('The table of objects is not where the file says')
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  return new Map(
    offsets.map((offset, place) => {
      const id = String(place + 1)
      if (!text.startsWith(`${id} 0 obj\n`, offset))
        throw new Error(`Object ${id} is not where the table says`)
      const head = text.slice(offset, text.indexOf('endobj', offset))
      const length = /\/Length (\d+)/.exec(head)?.[1]
      if (length === undefined) return [id, { head, body: '' }]
      const from = text.indexOf('stream\n', offset) + 'stream\n'.length
      const body = inflateSync(file.subarray(from, from + Number(length))).toString('latin1')
      return [id, { head: head.slice(0, head.indexOf('stream')), body }]
    }),
  )
}

function readLetters(map: string): Map<string, string> {
  return new Map(
    [...map.matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].map(([, glyph = '', code = '']) => [
      glyph.toLowerCase(),
      String.fromCodePoint(Number.parseInt(code, 16)),
    ]),
  )
}
