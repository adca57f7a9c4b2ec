export type Cut = readonly [find: string | RegExp, instead: string]
/** By the file's place in its package. */
export type Cuts = Readonly<Record<string, readonly Cut[]>>

/** A function that does less: its parameters stay, and its lines become these. */
export function fewerLines(name: string, lines: string): Cut {
  const start = `\\n(\\t?)(?:async )?function ${name}\\((?:.*|[^)]*)\\) \\{\\n`
  return [new RegExp(`(?<=${start})[\\s\\S]*?(?=\\n\\1\\}\\n)`), lines]
}
