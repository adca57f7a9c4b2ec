import { closeSync, openSync } from 'node:fs'

/** Read before the shop itself: on this signal its memory fills, as by a leak, while it goes on with its work. */
process.once('SIGUSR2', () => {
  // What the engine has to say at its end is long, and no news here.
  closeSync(2)
  openSync('/dev/null', 'w')
  const kept: number[][] = []
  const keepMore = () => {
    kept.push(new Array(50_000).fill(kept.length + 0.5))
    setImmediate(keepMore)
  }
  keepMore()
})
