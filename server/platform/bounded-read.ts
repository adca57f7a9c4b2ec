/** All bytes of a body that somebody else sends; throws when there are more than this, however long it would go on. */
export async function readBounded(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    length += piece.length
    if (length > mostBytes) throw new Error(`More than ${mostBytes} bytes were sent`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
