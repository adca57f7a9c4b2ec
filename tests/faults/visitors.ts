import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { photo, uploadForm } from '#server/testing/forms.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'

export type Answer = { status: number; text: string; body: { token: string } & Record<string, unknown> }

type Question = { token?: string; body?: object; headers?: Record<string, string> }

export async function ask(
  address: string,
  method: string,
  path: string,
  { token, body, headers }: Question = {},
): Promise<Answer> {
  const answer = await fetch(address + path, {
    method,
    headers: {
      ...(body instanceof Uint8Array || body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json')
  return { status: answer.status, text, body: isJson ? JSON.parse(text) : {} }
}

export function buy(address: string, jar: number, key: string = randomUUID()): Promise<Answer> {
  // Somebody else for each key: all orders of one number would wait for each other to be counted.
  const number = String(Number.parseInt(key.slice(0, 6), 16) % 10_000_000).padStart(7, '0')
  const body = orderBody([item(jar)], { customer_phone: `024${number}` })
  return ask(address, 'POST', '/api/orders/whatsapp', { body, headers: { 'idempotency-key': key } })
}

/** A busy shop asks to come back, and a line may break; the page then asks again with the same key. */
export async function patiently(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await work().catch(() => null)
    if (answer !== null && answer.status !== 503) return answer
  }
}

export function buyPatiently(address: string, jar: number, key: string = randomUUID()): Promise<Answer> {
  return patiently(() => buy(address, jar, key))
}

/** Visitors who look and buy without a pause. Every answer that is not what it should be is written down. */
export function openTraffic(address: string, jars: readonly number[]) {
  const failures: string[] = []
  const bought = new Set<string>()
  let isOver = false

  async function visit(
    path: string,
    isRight: (answer: Answer) => boolean,
    work: () => Promise<Answer>,
  ): Promise<void> {
    const answer = await work().catch(
      (error: Error) => ({ status: 0, text: String(error.cause ?? error), body: {} }) as Answer,
    )
    if (!isRight(answer)) failures.push(`${path}: ${answer.status} ${answer.text.slice(0, 200)}`)
  }
  async function visitor(jar: number): Promise<void> {
    while (!isOver) {
      for (const path of ['/', '/shop', '/api/products', `/api/products/${jar}`]) {
        await visit(
          path,
          ({ status }) => status === 200,
          () => ask(address, 'GET', path),
        )
      }
      const key = randomUUID()
      await visit(
        'order',
        ({ status }) => status === 201,
        async () => {
          const answer = await buy(address, jar, key)
          if (answer.status === 201) bought.add(String(answer.body.tracking_code))
          return answer
        },
      )
    }
  }
  const visitors = jars.map(visitor)
  return {
    failures,
    bought,
    async end() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}

/** A photo on its way to one process: the first half is there, and the rest comes when it is asked for. */
export async function beginUpload(address: string, token: string) {
  const { body, headers } = await uploadForm([['image', await photo('#c96', 1_200)]])
  const call = request(`${address}/api/uploads`, {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length, authorization: `Bearer ${token}` },
  })
  const answered = once(call, 'response')
  call.write(body.subarray(0, body.length / 2))
  return {
    async finish(): Promise<number | undefined> {
      call.end(body.subarray(body.length / 2))
      const [answer] = await answered
      await json(answer)
      return answer.statusCode
    },
  }
}
