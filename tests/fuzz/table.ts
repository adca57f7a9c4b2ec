import type { Outcome } from './part.ts'

export type Row = Outcome & { name: string; before: number; after: number; seconds: number }

/** As a table that reads well in a terminal and in a document alike. */
export function drawTable(rows: readonly Row[]): string {
  const head = [
    'Part',
    'Attacks',
    'Result',
    'Slowest answer',
    'Came back',
    'MB before',
    'MB after',
    'Seconds',
  ]
  const cells = rows.map(({ name, attacks, failures, worst, returns, before, after, seconds }) => [
    name,
    String(attacks),
    failures.length === 0 ? 'held' : `FAILED (${failures.length})`,
    worst,
    String(returns),
    String(before),
    String(after),
    seconds.toFixed(0),
  ])
  const widths = head.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...cells.map(draw)].join('\n')
}
