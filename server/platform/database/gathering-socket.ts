import { Socket } from 'node:net'

/**
 * For a connection to the database: the statements of one turn of the event loop leave in one system call. Each would otherwise
 * be sent by itself, which was a fifth of an order's time in the shop, and woke the database as often (decision 051).
 */
export class GatheringSocket extends Socket {
  #isGathering = false

  /** The driver holds back the parts of a statement until it is complete; so it is held back until the others are, too. */
  override cork(): void {
    super.cork()
    if (this.#isGathering) return
    this.#isGathering = true
    super.cork()
    process.nextTick(() => {
      this.#isGathering = false
      this.uncork()
    })
  }
}
