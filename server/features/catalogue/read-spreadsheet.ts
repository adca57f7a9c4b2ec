import { CsvError, parse } from 'csv-parse'
import { mostImportedRows, type ProductCsvColumn, productCsvColumns, readProductCell } from '#rules/csv.ts'

export type Mistake = { line: number; column: string | null; value: string; reason: string }

/** Only the columns that the file has. */
export type SheetRow = { line: number; cells: Partial<Record<ProductCsvColumn, string>> }

export type Sheet = { rows: SheetRow[]; mistakes: Mistake[] }

/** A file from a spreadsheet, by commas or semicolons, with a first line that names the columns. */
export async function readSpreadsheet(bytes: Buffer): Promise<Sheet> {
  const text = decode(bytes)
  if (text === null)
    return unreadable(1, 'Please save the file as “CSV UTF-8”, so that letters like ɛ and ɔ survive.')
  const firstLine = text.slice(0, 2_000).split('\n', 1)[0] ?? ''
  const delimiter = [',', ';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  const lines: { line: number; cells: string[] }[] = []
  try {
    let ended = 0
    const options = { delimiter, info: true, relax_column_count: true } as const
    for await (const { record, info } of parse(text, options)) {
      const cells = record as string[]
      if (cells.some((cell) => cell.trim() !== '')) lines.push({ line: ended + 1, cells })
      ended = info.lines
      if (lines.length > mostImportedRows + 1)
        return unreadable(ended, `A file may have at most ${mostImportedRows} products.`)
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return unreadable(Number(error.lines ?? 1), 'The quotes in this line do not fit together.')
  }
  const [header, ...rest] = lines
  return header === undefined ? unreadable(1, 'The file is empty.') : underColumns(header, rest)
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll(/\r\n?/g, '\n')
  } catch {
    return null
  }
}

function unreadable(line: number, reason: string): Sheet {
  return { rows: [], mistakes: [{ line, column: null, value: '', reason }] }
}

type Line = { line: number; cells: string[] }

function underColumns(header: Line, lines: Line[]): Sheet {
  const names = header.cells.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  )
  const columns = names.map((name) => productCsvColumns.find((column) => column === name) ?? null)
  const mistakes = names.flatMap((name, place): Mistake[] => {
    if (columns[place] === null) {
      const reason = `This column is not known. The columns are: ${productCsvColumns.join(', ')}.`
      return [{ line: header.line, column: name, value: '', reason }]
    }
    if (names.indexOf(name) === place) return []
    return [{ line: header.line, column: name, value: '', reason: 'This column is there twice.' }]
  })
  if (mistakes.length > 0) return { rows: [], mistakes }
  const rows = lines.flatMap(({ line, cells }): SheetRow[] => {
    if (cells.length > columns.length) {
      mistakes.push({
        line,
        column: null,
        value: '',
        reason: 'This line has more cells than there are columns.',
      })
      return []
    }
    const named = columns.map((column, place) => [column, readProductCell(cells[place] ?? '')])
    return [{ line, cells: Object.fromEntries(named) }]
  })
  return { rows, mistakes }
}
