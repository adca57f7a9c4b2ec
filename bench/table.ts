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

/** One of several measurements of the same thing, with its figures in their own units. */
export type Repeat = { ratio: number; beside: string }

/** Milliseconds that one call takes. */
export type Cost = { cpu: number; clock: number }

export function isKept({ ratio, limit }: Row): boolean {
  if (limit === null || ratio === null) return true
  return 'atLeast' in limit ? ratio.median >= limit.atLeast : ratio.median <= limit.atMost
}

export function spread(values: readonly number[]): Spread {
  return {
    median: middleOf(values, (value) => value),
    low: Math.min(...values),
    high: Math.max(...values),
  }
}

/** The one that counts. Its other figures count with it: those of another repeat would contradict it. */
export function middleOf<T>(repeats: readonly T[], read: (repeat: T) => number): T {
  const sorted = repeats.toSorted((one, other) => read(one) - read(other))
  const middle = sorted[Math.floor(sorted.length / 2)]
  if (middle === undefined) throw new Error('Nothing was measured')
  return middle
}

/** The part of a row that its repeats say. */
export function compared(repeats: readonly Repeat[]): Pick<Row, 'ratio' | 'beside'> {
  const read = ({ ratio }: Repeat) => ratio
  return { ratio: spread(repeats.map(read)), beside: middleOf(repeats, read).beside }
}

/** The row of something that has nothing beside it. */
export function costRow(what: string, repeats: readonly Cost[]): Row {
  const read = ({ cpu }: Cost) => cpu
  const { low, high } = spread(repeats.map(read))
  const { cpu, clock } = middleOf(repeats, read)
  const used = `${cpu.toFixed(1)} ms of processor each (${low.toFixed(1)} to ${high.toFixed(1)})`
  return { what, ratio: null, limit: null, beside: `${used}; ${clock.toFixed(1)} ms by the clock` }
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
