/** What is wrong with a form, by field. An empty object means that it can be sent. */
export type Mistakes<Field extends string> = Partial<Record<Field, string>>

export function onlyMistakes<Field extends string>(found: Record<Field, string | null>): Mistakes<Field> {
  const mistakes: Mistakes<Field> = {}
  for (const field in found) {
    const text = found[field]
    if (text !== null) mistakes[field] = text
  }
  return mistakes
}

export function hasMistakes(mistakes: Mistakes<string>): boolean {
  return Object.keys(mistakes).length > 0
}
