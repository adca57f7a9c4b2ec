import { checkHouse } from './house.ts'

/** What the laws say about a house that exists only in a test. */
export function complaints(files: Record<string, string>): string[] {
  return checkHouse(new Map(Object.entries(files)))
}
