/** A mistake at the command line, told without a stack of file names. */
export function oneWord(words: string[], what: string): string {
  const [word, ...others] = words
  if (word === undefined || others.length > 0) throw new Error(`Please give ${what} and nothing else.`)
  return word
}
