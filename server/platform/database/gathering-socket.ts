import { Socket } from 'node:net'

/**
 * For a connection to the database: the statements of one turn of the event loop leave in one system call. Each would otherwise
 * be sent by itself, which was a fifth of an order's time in the shop, and woke the database as often (decision 051).
 */
export function openGatheringSocket(): Socket {
  const socket = new Socket()
  const cork = socket.cork
  let isGathering = false
  // The driver holds back the parts of a statement until it is complete; it is held back until the others are, too.
  socket.cork = () => {
    if (!isGathering) {
      isGathering = true
      Reflect.apply(cork, socket, [])
      process.nextTick(() => {
        isGathering = false
        socket.uncork()
      })
    }
    Reflect.apply(cork, socket, [])
  }
  return socket
}
