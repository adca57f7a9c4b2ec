import pg, { type PoolClient } from 'pg'

type Statement = { text: string; values: unknown[] }

/** Everything that one order says to the database, from begin to commit. */
export type RecordedOrder = { statements: Statement[]; orderId: number; key: string; code: string }

const { Client } = pg

/** Listens to what is said to the database while the work goes on. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const said: Statement[] = []
  const query = Client.prototype.query
  Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first, second] = given
    const { text, values } = typeof first === 'string' ? { text: first, values: [] } : (first as Statement)
    said.push({ text, values: Array.isArray(second) ? second : (values ?? []) })
    return Reflect.apply(query, this, given)
  } as typeof query
  try {
    await work()
  } finally {
    Client.prototype.query = query
  }
  return said
}

/** Says the same again for another customer: with their own values in place of the recorded ones, and the number that their order was given. */
export async function replay(
  client: PoolClient,
  { statements, orderId }: RecordedOrder,
  exchanged: [recorded: unknown, fresh: unknown][],
): Promise<void> {
  const fresh = new Map(exchanged)
  for (const { text, values } of statements) {
    const { rows } = await client.query(
      text,
      values.map((value) => fresh.get(value) ?? value),
    )
    if (text.startsWith('insert into "orders"')) fresh.set(orderId, rows[0].id)
  }
}
