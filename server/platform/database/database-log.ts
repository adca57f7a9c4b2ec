/** The part of the shop's log that the database needs, so that a test can bring its own. */
export type DatabaseLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}
