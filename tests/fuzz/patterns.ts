import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { loadTool } from '../../scripts/tools/load-tool.ts'
import { type Attack, openTally } from './part.ts'

type Verdict = { status: 'safe' | 'vulnerable' | 'unknown'; complexity?: { type: string; summary: string } }
type Check = (source: string, flags: string, limits: object) => Verdict

/** The checker comes as one program for every machine; without this it would look for a faster one first. */
function loadChecker(): Check {
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  return loadTool<{ checkSync: Check }>('recheck').checkSync
}

/** With less, in milliseconds, some are left undecided that are safe. */
const enoughPatience = 10_000

/** Checks every pattern for texts that it would read for ever; `size` is the patience for each, in milliseconds. */
export const patterns: Attack = async (_target, size) => {
  const checkSync = loadChecker()
  const tally = openTally()
  const used = new Set<string>()
  let undecided = 0
  const check = ({ source, flags, files }: WrittenPattern) => {
    const started = performance.now()
    const verdict = checkSync(source, flags, { timeout: size, recallLimit: 0 })
    tally.count(`/${source}/`, performance.now() - started)
    if (verdict.status === 'safe') return
    const isKnown = Object.hasOwn(knownPatterns, source)
    if (isKnown) used.add(source)
    const isHopeless = verdict.complexity?.type === 'exponential'
    const isUndecided = verdict.status === 'unknown' && !isKnown
    if (isUndecided) undecided++
    const isFault = isUndecided ? size >= enoughPatience : isHopeless || !isKnown
    if (isFault) {
      const summary = verdict.complexity?.summary ?? 'nobody can tell how slow it gets'
      tally.fail(`/${source}/${flags} in ${files.join(', ')}: ${summary}`)
    }
  }
  const all = [...listOwnPatterns(), ...listPatternsOfOthers()]
  for (const pattern of all) check(pattern)
  const written = new Set(all.map(({ source }) => source))
  for (const source of Object.keys(knownPatterns)) {
    if (!written.has(source)) tally.fail(`/${source}/ is excused, but nobody writes it any more`)
  }
  return tally.outcome(`; ${used.size} excused, ${undecided} undecided`)
}

/** Slower than its text is long, or too long to decide; each with the reason why nobody can make it slow. */
const knownPatterns: Record<string, string> = {
  '(\\[[^\\]]+\\]\\(\\/[^)]*\\))': 'reads the texts of our own pages',
  '<x[^>]*>([^]*?)</x>': 'reads our own pages, in which < of a visitor is always &lt;',
  '^.*<(.*)>$': "reads the owner's settings",
  '[^\\s"\'\\\\<>()[\\]{},;:=@/]{1,64}@[^\\s"\'\\\\<>()[\\]{},;:=@/]{1,255}':
    'looks back 64 letters at most, and a text in the log is cut before',
  '\\bVersion\\/.*\\bSafari\\/': "reads a browser's name, of which 300 letters are kept",
  '<img [^<>]*?src="([^"<>]+)"': 'stops at the next <, so each letter is read twice at most',
  '<Code>([A-Za-z]{1,60})<\\/Code>': "reads the answers of the owner's own file store",
  '<Contents>([\\s\\S]*?)<\\/Contents>': "reads the answers of the owner's own file store",
  '^[^\\s@,;:<>()[\\]\\\\"\\p{C}]{1,64}@(?:[^\\s@,;:<>()[\\]\\\\"\\p{C}.]{1,63}\\.)+[^\\s@,;:<>()[\\]\\\\"\\p{C}.]{2,63}$':
    'an e-mail address of 254 letters at most; each part between two dots is read once',
  '\\bdrop\\s+(table|column|type|view|default)\\b|\\brename\\b|\\bset\\s+data\\s+type\\b|\\bset\\s+not\\s+null\\b|\\badd\\s+column\\b(?![^;]*\\b(?:default|generated)\\b)[^;]*\\bnot\\s+null\\b|\\btruncate\\b|\\bdelete\\s+from\\b':
    'reads the changes of the database that come with the shop',
}

type WrittenPattern = { source: string; flags: string; files: string[] }

type Piece = {
  type?: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
  arguments?: Piece[]
  value?: unknown
  quasis?: { value: { cooked: string } }[]
}

/** The scripts that build the pages, and the fakes of the tests, read nothing that a visitor wrote. */
const folders = ['app', 'contract', 'rules', 'server', 'sample-shop']

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
function listOwnPatterns(): WrittenPattern[] {
  return listPatterns(folders.flatMap((folder) => filesIn(folder)))
}

/** Those of others through which what visitors write passes. */
function listPatternsOfOthers(): WrittenPattern[] {
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
