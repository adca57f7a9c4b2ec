/** What Lighthouse says of one page in one visit, from 0 to 100. */
export type Scores = { performance: number; accessibility: number; bestPractices: number; seo: number }

/** Milliseconds; the shift has no unit. */
export type Timings = { firstPaint: number; largestPaint: number; blocked: number; shift: number }

export type Visit = {
  scores: Scores
  timings: Timings
  /** What kept a score from 100, in Lighthouse's own names. */
  complaints: string[]
}

export type Row = Visit & { page: string }

export const goals: Scores = { performance: 98, accessibility: 100, bestPractices: 100, seo: 100 }

/** What the design allows at most. */
export const limits: Timings = { firstPaint: 1_200, largestPaint: 2_000, blocked: 100, shift: 0.05 }

/** The names of the goals that a page does not reach. */
export function missedBy({ scores, timings }: Visit): string[] {
  const tooLow = (name: string) => !(scores[name as keyof Scores] >= goals[name as keyof Scores])
  const tooHigh = (name: string) => !(timings[name as keyof Timings] <= limits[name as keyof Timings])
  return [...Object.keys(goals).filter(tooLow), ...Object.keys(limits).filter(tooHigh)]
}

/** Of each figure the middle one: a machine that was busy for a moment says nothing about the page. */
export function middleOf(visits: readonly Visit[]): Visit {
  const middle = (figure: (visit: Visit) => number) =>
    visits.map(figure).toSorted((one, other) => one - other)[Math.floor(visits.length / 2)] ?? 0
  return {
    scores: {
      performance: middle(({ scores }) => scores.performance),
      accessibility: middle(({ scores }) => scores.accessibility),
      bestPractices: middle(({ scores }) => scores.bestPractices),
      seo: middle(({ scores }) => scores.seo),
    },
    timings: {
      firstPaint: middle(({ timings }) => timings.firstPaint),
      largestPaint: middle(({ timings }) => timings.largestPaint),
      blocked: middle(({ timings }) => timings.blocked),
      shift: middle(({ timings }) => timings.shift),
    },
    complaints: [...new Set(visits.flatMap(({ complaints }) => complaints))],
  }
}

/** As a table that reads well in a terminal and in a document alike. */
export function drawTable(rows: readonly Row[]): string {
  const head = [
    'Page',
    'Performance',
    'Accessibility',
    'Best practices',
    'SEO',
    'First paint',
    'Largest paint',
    'Blocked',
    'Shift',
    'Reached',
  ]
  const cells = rows.map((row) => [
    row.page,
    String(row.scores.performance),
    String(row.scores.accessibility),
    String(row.scores.bestPractices),
    String(row.scores.seo),
    `${(row.timings.firstPaint / 1000).toFixed(1)} s`,
    `${(row.timings.largestPaint / 1000).toFixed(1)} s`,
    `${row.timings.blocked.toFixed(0)} ms`,
    row.timings.shift.toFixed(3),
    missedBy(row).length === 0 ? 'yes' : 'NO',
  ])
  const widths = head.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...cells.map(draw)].join('\n')
}
