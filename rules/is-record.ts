/** What was stored or sent long ago may be anything: an object whose fields can be asked for, neither null nor a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
