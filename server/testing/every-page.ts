import { expect } from 'vitest'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import { actors, type PageRow } from './access-table.ts'
import { item, place, placeThreeOrders } from './sample-orders.ts'
import { writePost } from './sample-rows.ts'
import { demotedToken, openTestShop, type Person, worthlessTokens } from './test-shop.ts'

/** A shop whose pages have something to show, and a token of every kind. */
export async function openPageWorld() {
  const world = await openTestShop({ withPages: true })
  const { app, ask, signedInAs, context } = world
  const { jar } = await placeThreeOrders(world)
  await writePost(context, { slug: 'harmattan' })
  const { id: orderId, order_total: amount } = await place(world, [item(jar)], { payment_method: 'mtn_momo' })
  const { body: started } = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', {
    body: { orderId, amount, customerPhone: '024 123 4567' },
  })
  const tokens: Record<string, string | undefined> = {}
  tokens['demoted admin'] = await demotedToken(world, 'isAdmin')
  tokens['demoted driver'] = await demotedToken(world, 'isDriver')
  tokens['demoted helper'] = await demotedToken(world, 'isHelper')
  for (const [kind, token] of Object.entries(await worthlessTokens(world))) tokens[kind] = token
  for (const actor of actors) {
    if (actor !== 'visitor') tokens[actor] = (await signedInAs(actor satisfies Person)).token
  }

  const addressOf = ({ route, address = `/${route}` }: PageRow) =>
    address.replace('JAR', String(jar)).replace('PAYMENT', started.referenceId)

  const look = async (url: string, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html', ...headers } })
    return { statusCode, body }
  }

  async function expectSameFor(kinds: string[], row: PageRow, page: string): Promise<void> {
    const address = addressOf(row)
    for (const kind of kinds) {
      const { statusCode, body } = await look(address, tokens[kind])
      expect([kind, address, statusCode, body === page]).toEqual([kind, address, row.status, true])
    }
  }

  return { ...world, tokens, addressOf, look, expectSameFor }
}
