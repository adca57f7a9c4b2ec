import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type PlantedBug = {
  name: string
  /** What a hurried programmer might have done. */
  meaning: string
  /** The tests of which at least one must fail. */
  caughtBy: string[]
  edits: Edit[]
}

type Edit = { path: string; from: string; to: string }

const folder = join(import.meta.dirname)

export function readPlantedBugs(): PlantedBug[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.patch'))
  return names.map((name) => readBug(name.replace('.patch', ''), readFileSync(join(folder, name), 'utf8')))
}

/** A unified diff whose pieces are found by their words, not by their line numbers, so that other changes do not move them. */
function readBug(name: string, text: string): PlantedBug {
  const [head = '', ...files] = text.split(/^--- a\/.*\n/m)
  const caughtBy = [...head.matchAll(/^Caught by: (.+)$/gm)].map(([, path = '']) => path)
  const edits = files.flatMap((file) => {
    const [first = '', ...pieces] = file.split(/^@@.*\n/m)
    const path = first.replace(/^\+\+\+ b\//, '').trim()
    return pieces.map((piece) => ({ path, ...readPiece(piece) }))
  })
  return { name, meaning: head.split('\n')[0] ?? '', caughtBy, edits }
}

function readPiece(piece: string): { from: string; to: string } {
  const lines = piece.split('\n').filter((line) => line !== '')
  const side = (without: string) =>
    lines
      .filter((line) => !line.startsWith(without))
      .map((line) => `${line.slice(1)}\n`)
      .join('')
  return { from: side('+'), to: side('-') }
}

/** Throws when the words are not there exactly once. */
export function plant(text: string, { path, from, to }: Edit): string {
  const [before = '', after, ...more] = text.split(from)
  if (after === undefined || more.length > 0) throw new Error(`${path} does not hold this once:\n${from}`)
  return before + to + after
}
