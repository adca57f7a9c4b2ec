/** One part of a page: what it was asked for, or the fact that it could not be had. */
export type Section<Value> = { ok: true; value: Value } | { ok: false }

/** Lets one part of a page fail alone: the trouble is reported and the rest of the page stays. */
export async function section<Value>(
  asked: PromiseLike<Value>,
  report: (error: unknown) => void,
): Promise<Section<Value>> {
  try {
    return { ok: true, value: await asked }
  } catch (error) {
    report(error)
    return { ok: false }
  }
}
