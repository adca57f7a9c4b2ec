import { Client, type PoolConfig } from 'pg'

/** A connection for one long piece of work, outside the pool and its time limits. */
export async function withOwnConnection<T>(
  connection: PoolConfig,
  purpose: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: `adom-beauty-shop ${purpose}` })
  // A break is told to the statement that was running; without a listener it would end the whole shop as well.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
