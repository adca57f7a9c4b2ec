import type { BackupSequence } from './backup-tables.ts'

export const formatVersion = 1

/** First line of a backup: which shop it fits. */
export type BackupHeader = {
  backup: 'adom-beauty-shop'
  format: number
  /** The last step that the database had gone through; rows only fit tables that have gone exactly as far. */
  migration: string | null
  madeAt: string
}

/** Last line of a backup; a file without it was cut off. */
export type BackupEnd = { tables: Record<string, number>; files: number }

/** A row is a list of its values as PostgreSQL writes them: no date, amount or letter changes on the way. */
export type BackupLine =
  | BackupHeader
  | { table: string; columns: string[] }
  | BackupSequence
  | { file: string; contentType: string; content: string }
  | { end: BackupEnd }
  | (string | null)[]

export function toLine(line: BackupLine): string {
  return `${JSON.stringify(line)}\n`
}

/** Node's own reader of lines would also cut at characters that a text may hold. */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<BackupLine> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
  if (rest !== '') throw new Error('The backup ends in the middle of a line.')
}
