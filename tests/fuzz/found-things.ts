import { eq } from 'drizzle-orm'
import { hashToken } from '#server/features/accounts/sessions.ts'
import { sessions } from '#server/features/accounts/tables.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { type Heard, jsonOf, type Target } from './target.ts'
import { validValue } from './valid-values.ts'

/** A reader, a letter and an order of a driver, so that a search which finds everything finds something. Gives the driver's token. */
export async function leaveThingsToFind(target: Target): Promise<string> {
  const jar = await shelve(target.context)
  const token = await target.newPerson('admin')
  const send = async (name: string, body: object) => {
    const [method = '', path = ''] = name.split(' ')
    const headers = { 'content-type': 'application/json' }
    const answer = await target.ask(method, path, { token, headers, body: JSON.stringify(body) })
    if (answer.status >= 400) throw new Error(`${name} was answered ${answer.status}: ${answer.bytes}`)
    return answer
  }
  for (const name of ['POST /api/newsletter', 'POST /api/contact'])
    await send(name, validValue(name, {}, jar))
  const order = await send('POST /api/orders', validValue('POST /api/orders', {}, jar))
  const driver = await target.newPerson('driver')
  const [session] = await target.context.db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.token, hashToken(driver)))
  const orderIds = [jsonOf<{ id: number }>(order).id]
  await send('PUT /api/orders/drivers', { order_ids: orderIds, driver_id: session?.userId })
  return driver
}

/** How much an answer found: the items of its lists, the lines of its file, and how many there are in all. */
export function findsOf({ status, headers, bytes }: Heard): string {
  const said = bytes.toString()
  const isJson = String(headers['content-type']).startsWith('application/json')
  const things = isJson ? listsIn(JSON.parse(said)).map(({ length }) => length) : [said.split('\n').length]
  return `${status}: ${things.join()} of ${headers['x-total-count'] ?? 'as many'}`
}

function listsIn(body: unknown): unknown[][] {
  if (Array.isArray(body)) return [body]
  return Object.values(Object(body)).filter((value) => Array.isArray(value))
}
