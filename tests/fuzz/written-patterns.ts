import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export type WrittenPattern = { source: string; flags: string; files: string[] }

type Piece = {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: Piece[]
  value?: unknown
  quasis?: { value: { cooked: string } }[]
}

/** The scripts that build the pages, and the stand-ins of the tests, read nothing that a visitor wrote. */
const rooms = ['app', 'contract', 'rules', 'server', 'sample-shop']

/** Programs of others that read what visitors write: addresses, forms, JSON, the text of a post, a
 *  list of products. The schema library's own patterns are bounded by the lengths in `contract`. */
const programsOfOthers = [
  '@fastify/busboy/lib',
  'csv-parse/lib',
  'fastify/lib/content-type.js',
  'find-my-way/lib',
  'htmlparser2/dist',
  'sanitize-html/index.js',
  'secure-json-parse/index.js',
]

/** Every regular expression that is written in our own files. */
export function listOwnPatterns(): WrittenPattern[] {
  return listPatterns(rooms.flatMap((room) => filesIn(room)))
}

/** Those of others through which what visitors write passes. */
export function listPatternsOfOthers(): WrittenPattern[] {
  return listPatterns(programsOfOthers.flatMap((name) => filesIn(join('node_modules', name))))
}

function filesIn(place: string): string[] {
  if (/\.js$/.test(place)) return [place]
  return readdirSync(place, { recursive: true })
    .map((name) => join(place, String(name)))
    .filter(
      (name) =>
        /\.(tsx?|mjs|js)$/.test(name) && !/\.(test|d)\./.test(name) && !name.startsWith('server/testing'),
    )
}

function listPatterns(files: readonly string[]): WrittenPattern[] {
  const found = new Map<string, WrittenPattern>()
  for (const file of files) {
    const { program, errors } = parseSync(file, readFileSync(file, 'utf8'))
    if (errors.length > 0) throw new Error(`${file} cannot be read`)
    walk(program, (source, flags) => {
      const key = `/${source}/${flags}`
      const known = found.get(key) ?? { source, flags, files: [] }
      if (!known.files.includes(file)) known.files.push(file)
      found.set(key, known)
    })
  }
  return [...found.values()]
}

function walk(piece: unknown, tell: (source: string, flags: string) => void): void {
  if (Array.isArray(piece)) for (const each of piece) walk(each, tell)
  else if (piece !== null && typeof piece === 'object') {
    const { type, regex, callee, arguments: given } = piece as Piece
    if (type === 'Literal' && regex) tell(regex.pattern, regex.flags)
    const isMade = (type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp'
    const made = isMade && given?.[0] ? textOf(given[0]) : null
    if (made !== null) tell(made, String(given?.[1]?.value ?? ''))
    for (const each of Object.values(piece)) walk(each, tell)
  }
}

/** A pattern that is put together from pieces: what is filled in counts as one letter. */
function textOf({ type, value, quasis }: Piece): string | null {
  if (type === 'Literal' && typeof value === 'string') return value
  return type === 'TemplateLiteral' && quasis ? quasis.map((each) => each.value.cooked).join('x') : null
}
