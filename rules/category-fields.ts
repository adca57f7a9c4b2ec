import { type Mistakes, onlyMistakes } from './form-mistakes.ts'

export const mostCategories = 60

/** On the home page. */
export const mostTiles = 12

const longestName = 60
const longestPictureText = 200

type CategoryTexts = { name: string; heading: string; alt: string }

/** `hasPicture`: what a picture shows must be said for those who do not see it. */
export function checkCategory(
  { name, heading, alt }: CategoryTexts,
  hasPicture: boolean,
): Mistakes<keyof CategoryTexts> {
  return onlyMistakes({
    name: categoryNameMistake(name),
    heading: heading.trim().length > longestName ? `Please use at most ${longestName} characters` : null,
    alt: altMistake(alt, hasPicture),
  })
}

/** A name must leave a word for links. */
export function categoryNameMistake(text: string): string | null {
  const name = text.trim()
  if (name === '') return 'Name is required'
  if (name.length > longestName) return `Please use at most ${longestName} characters`
  return /[\p{L}\p{N}]/u.test(name) ? null : 'Please use letters in the name'
}

function altMistake(text: string, hasPicture: boolean): string | null {
  if (text.trim().length > longestPictureText) return `Please use at most ${longestPictureText} characters`
  return hasPicture && text.trim() === '' ? 'Please say what the picture shows' : null
}
