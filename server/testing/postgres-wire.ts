const header = 5

/** Cuts a stream into PostgreSQL's messages. A line begins with one greeting that has no kind. */
export function openMessages(
  beginning: 'with greeting' | 'plain',
  each: (message: Buffer, kind: string) => void,
): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0)
  let isGreeting = beginning === 'with greeting'
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const start = isGreeting ? 0 : 1
      if (rest.length < start + 4) return
      const length = start + rest.readUInt32BE(start)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      each(message, isGreeting ? '' : String.fromCharCode(message[0] ?? 0))
      isGreeting = false
    }
  }
}

/**
 * Finds the SQL that each message of one line says, or null. A statement that was given a name is later said by its name
 * alone, and still found.
 */
export function openStatements(): (message: Buffer, kind: string) => string | null {
  const named = new Map<string, string>()
  let isJustWritten = false
  return (message, kind) => {
    if (kind === 'Q') return readText(message, header).text
    if (kind === 'S') isJustWritten = false
    const first = readText(message, header)
    if (kind === 'P') {
      isJustWritten = true
      const { text } = readText(message, first.end)
      named.set(first.text, text)
      return text
    }
    return kind === 'B' && !isJustWritten ? (named.get(readText(message, first.end).text) ?? null) : null
  }
}

function readText(message: Buffer, from: number): { text: string; end: number } {
  const end = message.indexOf(0, from)
  return { text: message.toString('utf8', from, end), end: end + 1 }
}

/** A transaction that is under way counts as failed; outside of one, PostgreSQL's clients do not mind the word. */
export function errorResponse(sqlState: string, text: string): Buffer {
  const fields = Buffer.from(`SERROR\0VERROR\0C${sqlState}\0M${text}\0\0`)
  return Buffer.concat([toMessage('E', fields), toMessage('Z', Buffer.from('E'))])
}

function toMessage(kind: string, body: Buffer): Buffer {
  const message = Buffer.alloc(header + body.length)
  message.write(kind, 0)
  message.writeUInt32BE(4 + body.length, 1)
  body.copy(message, header)
  return message
}
