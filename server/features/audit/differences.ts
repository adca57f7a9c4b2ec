type Fields = Record<string, unknown>

const longestText = 2_000

/** The fields that differ, as they were and as they are. Long texts are cut: the list shows what happened, it is no archive. */
export function differences(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const changed = [...names].filter((name) => !isSame(before[name], after[name]))
  return { before: pick(before, changed), after: pick(after, changed) }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, shortened(fields[name])]])),
  )
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)} …` : value
}
