import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { PoolConfig } from 'pg'
import { databaseAddress } from './test-postgres.ts'

/** Where something happens to a shop: before the database hears a statement, or after it has done it and before the shop knows. */
export type Ambush = {
  at: RegExp
  moment: 'before' | 'after'
  /** Only in a transaction that has said this before; other work on the same database is left alone. */
  since?: RegExp
  /** 'stop' lets nothing more through on this line; an error is what the shop hears instead of an answer. */
  act(): 'stop' | { sqlState: string; text: string }
}

export type PostgresProxy = {
  /** For DATABASE_URL. */
  url: string
  connection: PoolConfig
  /** Waits for one statement and then goes away. */
  ambush(ambush: Ambush): void
  /** Every statement of this kind fails so until `calm`. */
  failAlways(at: RegExp, sqlState: string, text: string): void
  calm(): void
  /** Cuts every line and says how many there were. */
  cut(): number
  refuse(isRefusing: boolean): void
  /** How often somebody has tried in vain to connect. */
  countRefused(): number
  close(): Promise<void>
}

type Line = { shop: Socket; database: Socket }

type Plan = { isRefusing: boolean; refused: number; ambush: Ambush | null; always: Ambush | null }

/** Stands between a shop and its PostgreSQL and can tell their statements apart, so that a test chooses the worst moment. */
export async function openPostgresProxy(target: PoolConfig): Promise<PostgresProxy> {
  const plan: Plan = { isRefusing: false, refused: 0, ambush: null, always: null }
  const lines = new Set<Line>()
  const server = createServer({ noDelay: true }, (shop) => {
    if (plan.isRefusing) {
      plan.refused += 1
      return shop.destroy()
    }
    const database = connect(`${target.host}/.s.PGSQL.${target.port ?? 5432}`)
    const line = { shop, database }
    lines.add(line)
    for (const end of [shop, database]) {
      end.on('error', () => undefined)
      end.once('close', () => {
        lines.delete(line)
        shop.destroy()
        database.destroy()
      })
    }
    carry(line, plan)
  })
  const port = await listen(server)
  const connection = { ...target, host: '127.0.0.1', port }
  const cut = () => {
    const count = lines.size
    for (const { shop } of lines) shop.destroy()
    return count
  }
  return {
    url: databaseAddress(connection).replace('localhost', '127.0.0.1').replace(/\?.*$/, ''),
    connection,
    cut,
    ambush: (ambush) => {
      plan.ambush = ambush
    },
    failAlways: (at, sqlState, text) => {
      plan.always = { at, moment: 'before', act: () => ({ sqlState, text }) }
    },
    calm: () => {
      plan.always = null
      plan.ambush = null
    },
    refuse: (isRefusing) => {
      plan.isRefusing = isRefusing
      if (isRefusing) cut()
    },
    countRefused: () => plan.refused,
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  return address.port
}

function carry({ shop, database }: Line, plan: Plan): void {
  let isStopped = false
  /** Answered with an error of ours; what else belongs to that statement is not sent on. */
  let isSkipping = false
  let awaited: Ambush | null = null
  let withheld: Buffer[] = []
  let saidInTransaction: string[] = []

  const take = (text: string | null, moment: Ambush['moment']) => {
    if (text === null) return null
    const { ambush, always } = plan
    const { since = /^/ } = ambush ?? {}
    const isThere = ambush?.at.test(text) && saidInTransaction.some((said) => since.test(said))
    if (isThere && ambush?.moment === moment) {
      plan.ambush = null
      return ambush
    }
    return always?.moment === moment && always.at.test(text) ? always : null
  }

  const statementIn = openStatements()
  const toDatabase = openMessages('with greeting', (message, kind) => {
    if (isStopped) return
    const text = statementIn(message, kind)
    if (isSkipping) {
      isSkipping = kind !== 'S'
      return
    }
    if (text !== null)
      saidInTransaction = /^begin/i.test(text) ? [text] : [...saidInTransaction.slice(-40), text]
    awaited ??= take(text, 'after')
    const done = take(text, 'before')?.act()
    if (done === 'stop') isStopped = true
    else if (done) {
      isSkipping = kind !== 'Q'
      shop.write(errorResponse(done.sqlState, done.text))
    } else database.write(message)
  })

  const toShop = openMessages('plain', (message, kind) => {
    if (isStopped) return
    withheld.push(message)
    if (awaited !== null && kind !== 'Z') return
    const done = awaited?.act()
    awaited = null
    if (done === 'stop') isStopped = true
    else shop.write(Buffer.concat(withheld))
    withheld = []
  })

  shop.on('data', toDatabase)
  database.on('data', toShop)
}

const header = 5

/** Cuts a stream into PostgreSQL's messages. A line begins with one greeting that has no kind. */
function openMessages(
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
function openStatements(): (message: Buffer, kind: string) => string | null {
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
function errorResponse(sqlState: string, text: string): Buffer {
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
