/** One claim: what was measured, and the limit that it must keep. */
export type Row = {
  what: string
  /** Of the repeats; null where there is nothing to compare with. */
  ratio: Spread | null
  limit: { atLeast: number } | { atMost: number } | null
  /** Figures in their own units, for whoever wants more than the ratio. */
  beside: string
}

/** The middle one, the lowest and the highest. */
export type Spread = { median: number; low: number; high: number }

export function isKept({ ratio, limit }: Row): boolean {
  if (limit === null || ratio === null) return true
  return 'atLeast' in limit ? ratio.median >= limit.atLeast : ratio.median <= limit.atMost
}

export function spread(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (place: number) => sorted[place] ?? Number.NaN
  return { median: at(Math.floor(sorted.length / 2)), low: at(0), high: at(sorted.length - 1) }
}

/** As a table that reads well in a terminal and in a document alike. */
export function drawTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    row.ratio?.median.toFixed(2) ?? '',
    row.ratio ? `${row.ratio.low.toFixed(2)} to ${row.ratio.high.toFixed(2)}` : '',
    limitWords(row.limit),
    row.limit === null ? '' : isKept(row) ? 'yes' : 'NO',
    row.beside,
  ])
  const head = ['What', 'Ratio', 'Spread', 'Limit', 'Kept', 'Measured']
  const widths = head.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...cells.map(draw)].join('\n')
}

function limitWords(limit: Row['limit']): string {
  if (limit === null) return ''
  return 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`
}
