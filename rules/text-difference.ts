export type ComparedLine = { kind: 'same' | 'gone' | 'new'; text: string }

/** Enough for the longest policy; what comes after is compared as one block. */
const mostLines = 600

/** Two texts line by line: what stayed, what is gone and what is new, in the order of reading. */
export function textDifference(before: readonly string[], after: readonly string[]): ComparedLine[] {
  const [old, young] = [before.slice(0, mostLines), after.slice(0, mostLines)]
  const common = commonLengths(old, young)
  const lines: ComparedLine[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length) {
    const [one, other] = [old[i], young[j]]
    if (one !== undefined && one === other) {
      lines.push({ kind: 'same', text: one })
      i++
      j++
    } else if (one !== undefined && (other === undefined || at(common, i + 1, j) >= at(common, i, j + 1))) {
      lines.push({ kind: 'gone', text: one })
      i++
    } else {
      lines.push({ kind: 'new', text: other ?? '' })
      j++
    }
  }
  return [...lines, ...rest(before, 'gone'), ...rest(after, 'new')]
}

function rest(lines: readonly string[], kind: 'gone' | 'new'): ComparedLine[] {
  return lines.slice(mostLines).map((text) => ({ kind, text }))
}

/** How many lines both have in common from each pair of places on. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const common = Array.from({ length: old.length + 1 }, () => Array<number>(young.length + 1).fill(0))
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = young.length - 1; j >= 0; j--) {
      const row = common[i]
      if (row === undefined) continue
      row[j] =
        old[i] === young[j]
          ? at(common, i + 1, j + 1) + 1
          : Math.max(at(common, i + 1, j), at(common, i, j + 1))
    }
  return common
}

function at(common: number[][], i: number, j: number): number {
  return common[i]?.[j] ?? 0
}
