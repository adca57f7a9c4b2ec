import type { PoolClient } from 'pg'

/** More different statements than the shop has; only lists of unusual length go beyond. */
const mostNames = 200

type Statement = { text?: string; name?: string }

/** How a transaction that may write speaks to its connection: in named statements, and without waiting for its beginning. */
export function openWritingClients(): (client: PoolClient) => PoolClient {
  const withName = namingStatements()
  return (client) => {
    const send: Send = (statement, values, ...more) =>
      Reflect.apply(client.query, client, [withName(statement, values), values, ...more])
    return Object.create(client, { query: { value: notWaitingForBegin(send) } })
  }
}

/**
 * Gives each statement a name, by which the database remembers how it is done: understanding and planning it again each
 * time is a third of what an order costs there. For changes, which find their rows by number; how a search is best done
 * depends on what is looked for.
 */
function namingStatements() {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size === mostNames) return known
    const name = `shop_${names.size}`
    names.set(text, name)
    return name
  }

  function withName(statement: unknown, values: unknown): unknown {
    if (typeof statement !== 'object' || statement === null || !Array.isArray(values)) return statement
    const { text, name } = statement as Statement
    if (text === undefined || name !== undefined || values.length === 0) return statement
    return { ...statement, name: nameOf(text) }
  }

  return withName
}

type Send = (statement: unknown, values?: unknown, ...more: unknown[]) => Promise<unknown>

/**
 * Nobody waits for the answer to `begin`: what a transaction reads first is sent right behind it. What writes is sent once it has begun, and
 * what comes after that stays behind it, so that nothing is ever written outside of the transaction.
 */
function notWaitingForBegin(send: Send): Send {
  let beginning: Promise<unknown> | null = null
  let mustWait = false

  function begin(statement: unknown, values: unknown): Promise<unknown> {
    // With a name it is held back as other statements are, and leaves in one system call with the first of them.
    const begun = send({ ...(statement as Statement), text: 'begin', name: 'begin' }, values)
    beginning = begun
    mustWait = false
    begun.then(
      () => {
        beginning = null
      },
      // Told to whoever sends the next statement.
      () => {},
    )
    return Promise.resolve()
  }

  /** Behind what still waits; where nothing has begun, there is nothing to be undone. */
  function undo(begun: Promise<unknown>, statement: unknown, values: unknown): Promise<unknown> {
    beginning = null
    return begun.then(
      () => send(statement, values),
      () => undefined,
    )
  }

  return (statement, values, ...more) => {
    const text = textOf(statement)
    if (text === 'begin') return begin(statement, values)
    if (text === 'rollback' && beginning !== null) return undo(beginning, statement, values)
    if (beginning === null) return send(statement, values, ...more)
    mustWait ||= !/^\s*select\b/i.test(text)
    if (mustWait) return beginning.then(() => send(statement, values, ...more))
    return Promise.all([beginning, send(statement, values, ...more)]).then(([, answer]) => answer)
  }
}

function textOf(statement: unknown): string {
  return typeof statement === 'string' ? statement : String((statement as Statement).text)
}
