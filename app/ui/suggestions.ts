export type Suggestion = {
  /** What the list shows. */
  text: string
  /** What choosing it writes into the field, when that is not the text itself. */
  value?: string
}

const plainLetters: Record<string, string> = { ɛ: 'e', ɔ: 'o', ŋ: 'n', ɖ: 'd', ƒ: 'f', ɣ: 'g', ʋ: 'v' }

/** Small, without accents: whoever has no ɛ on the keyboard types e. */
function plain(text: string): string {
  const small = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return small.replaceAll(/[ɛɔŋɖƒɣʋ]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Those that begin with what was typed, then those with a later word that does; all of them while nothing is typed. */
export function matchingSuggestions(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const wanted = plain(typed)
  if (wanted === '') return [...suggestions]
  const first = suggestions.filter(({ text }) => plain(text).startsWith(wanted))
  const later = suggestions.filter(({ text }) => {
    const [, ...words] = plain(text).split(/[\s,()/-]+/)
    return words.some((_, index) => words.slice(index).join(' ').startsWith(wanted))
  })
  return [...first, ...later.filter((suggestion) => !first.includes(suggestion))]
}

/** Which line of the list an arrow leads to; from the field itself (-1) down to the first, up to the last. */
export function nextLine(current: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (current === -1) return step === 1 ? 0 : count - 1
  return (current + step + count) % count
}

export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
