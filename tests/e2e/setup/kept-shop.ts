/** What the tests of one file share, and how it ends. */
export type Kept<Value> = { value: Value; close(): Promise<void> }

/**
 * Keeps the shop of the file whose tests are running, and closes it when another file has its turn. A fixture of the
 * worker would do the same, but every such file would then need a worker and a browser of its own.
 */
export function keepShops() {
  let kept: { file: string; opened: Promise<Kept<unknown>> } | undefined
  const close = async () => {
    const left = kept
    kept = undefined
    await (await left?.opened)?.close()
  }
  const closeOthers = async (file: string) => {
    if (kept?.file !== file) await close()
  }
  return {
    close,
    closeOthers,
    /** Opened by the first test of its file; each file opens one thing only. */
    async open<Value>(file: string, open: () => Promise<Kept<Value>>): Promise<Value> {
      await closeOthers(file)
      kept ??= { file, opened: open() }
      const { value } = (await kept.opened) as Kept<Value>
      return value
    },
  }
}
