import pg, { type PoolClient } from 'pg'

/** The name is the one by which the database remembers how it is done, where the shop gave it one. */
type Statement = { text: string; values: unknown[]; name?: string | undefined }

/** Everything that one order says to the database, from begin to commit. */
export type RecordedOrder = { statements: Statement[]; orderId: number; key: string; code: string }

type Submitted = { text: string; values: unknown[] | null; name?: string }

type Submit = (this: Submitted, connection: unknown) => unknown

/** Where every question passes by on its way to the database, whoever asks it. */
const passage = pg.Query.prototype as unknown as { submit: Submit }

/** Listens to what is said to the database while the work goes on. */
export async function recordStatements(work: () => Promise<void>): Promise<Statement[]> {
  const said: Statement[] = []
  const { submit } = passage
  passage.submit = function (connection) {
    said.push({ text: this.text, values: this.values ?? [], name: this.name })
    return submit.call(this, connection)
  }
  try {
    await work()
  } finally {
    passage.submit = submit
  }
  return said
}

/** To be said without names: the database then has to understand each statement anew. */
export function asText(order: RecordedOrder): RecordedOrder {
  return { ...order, statements: order.statements.map(({ text, values }) => ({ text, values })) }
}

/** Says the same again for another customer: with their own values in place of the recorded ones, and the number that their order was given. */
export async function replay(
  client: PoolClient,
  { statements, orderId }: RecordedOrder,
  exchanged: [recorded: unknown, fresh: unknown][],
): Promise<void> {
  const fresh = new Map(exchanged)
  for (const { text, values, name } of statements) {
    const { rows } = await client.query({
      text,
      values: values.map((value) => fresh.get(value) ?? value),
      ...(name !== undefined && { name }),
    })
    if (!text.startsWith('insert into "orders"')) continue
    // Among tens of thousands two draw the same code now and then; the shop would draw another one.
    if (rows.length === 0) return void (await client.query('rollback'))
    fresh.set(orderId, rows[0].id)
  }
}
