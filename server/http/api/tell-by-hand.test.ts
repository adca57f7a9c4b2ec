import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { OrderCountsResponse } from '#contract/admin-orders.ts'
import { postOrderNotification } from '#server/features/orders/order-notifications.ts'
import { noteMailOutcome, resendMessages } from '#server/features/orders/send-messages.ts'
import { orderMessages } from '#server/features/orders/tables.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { openTellingShop } from '#server/testing/telling-shop.ts'

test('without a provider somebody tells the customer by hand: one tap marks it, another takes it back', async () => {
  const { order, run, read, shown, ask, token, move } = await openTellingShop()
  const { id, tracking_code } = await order()
  await order({ customer_email: 'ama@example.com' })
  await run()
  const untold = async () => {
    const { body } = await ask<OrderCountsResponse>('GET', '/api/orders/counts', { token })
    const list = await ask<{ orders: { id: number }[] }>('GET', '/api/orders?told=no', { token })
    expect(list.body.orders.length).toBe(body.untold)
    return list.body.orders.map((each) => each.id)
  }
  expect(await untold()).toEqual([id])
  const { chat_link } = await read(id)
  const chat = new URL(chat_link ?? '')
  expect(chat.origin + chat.pathname).toBe('https://wa.me/233241234567')
  expect(chat.searchParams.get('text')).toMatch(
    new RegExp(`^Hello Ama, Adom Beauty: order ${tracking_code} received, .*code=${tracking_code}$`),
  )
  const tell = (told: boolean, about = 'received') =>
    ask('PUT', `/api/orders/${id}/told`, { token, body: { told, about } })
  expect((await tell(true)).status).toBe(200)
  expect(await untold()).toEqual([])
  await tell(false)
  expect(await shown(id)).toEqual(['by_hand waiting'])
  await move(id, 'Shipped')
  // The chat knows it at once, before the message is written down.
  expect(await read(id)).toMatchObject({
    chat_about: 'shipped',
    chat_link: expect.stringContaining('is%20on%20its%20way'),
  })
  await tell(true, 'shipped')
  await run()
  expect(await shown(id)).toEqual(['by_hand sent', 'by_hand sent'])
  expect(await untold()).toEqual([])
})

test('whoever is told something without a reason to, by one tap, is shown as told', {
  tags: 'faults',
}, async () => {
  const { order, run, shown, ask, token } = await openTellingShop()
  const { id } = await order({ customer_email: 'ama@example.com' })
  await run()
  const tell = (told: boolean) =>
    ask('PUT', `/api/orders/${id}/told`, { token, body: { told, about: 'received' } })
  await tell(true)
  expect(await shown(id)).toEqual(['email sent', 'by_hand sent'])
  await tell(false)
  expect(await shown(id)).toEqual(['email sent'])
})

test('a tap tells what the chat said, and nothing that came after it', async () => {
  const { order, run, shown, ask, token, move, clock } = await openTellingShop()
  const { id } = await order()
  await run()
  clock.forward({ minutes: 1 })
  await move(id, 'Shipped')
  await run()
  await ask('PUT', `/api/orders/${id}/told`, { token, body: { told: true, about: 'received' } })
  expect(await shown(id)).toEqual(['by_hand sent', 'by_hand waiting'])
})

test('what goes back in part is told by hand with its own sum', async () => {
  const { order, run, read, context, clock } = await openTellingShop()
  const { id } = await order()
  await run()
  clock.forward({ minutes: 1 })
  await context.db.transaction((tx) => postOrderNotification(context, tx, id, 'partly_refunded', 1_000))
  expect((await read(id)).chat_link).toContain('Ghs%2010.00')
})

test('what waits for a channel that is gone is told by hand, and old news by nobody', async () => {
  const { order, run, shown, context, clock } = await openTellingShop()
  const [recent, old] = [await order(), await order()]
  await run()
  await context.db.update(orderMessages).set({ channel: 'sms' })
  const longAgo = new Date(clock().getTime() - 80 * 3_600_000)
  await context.db
    .update(orderMessages)
    .set({ createdAt: longAgo, changedAt: longAgo })
    .where(eq(orderMessages.orderId, old.id))
  clock.forward({ hours: 3 })
  await resendMessages(context)
  expect(await shown(recent.id)).toEqual(['sms failed unreachable', 'by_hand waiting'])
  expect(await shown(old.id)).toEqual(['sms failed unreachable'])
})

test('a mail that never goes out is told by hand, and one that does is sent once although it could not be noted', async () => {
  const { shop, order, shown, context } = await openTellingShop()
  const { id } = await order({ customer_email: 'ama@example.com' })
  await context.jobs.runDue()
  expect(await shown(id)).toEqual(['email sent'])
  await context.db.update(orderMessages).set({ state: 'waiting' })
  const [message] = await context.db.select().from(orderMessages)
  await noteMailOutcome(context, message?.id ?? '', 'unreachable')
  expect(await shown(id)).toEqual(['email failed unreachable', 'by_hand waiting'])
  expect((await shop.mails()).filter(({ to }) => to === 'ama@example.com')).toHaveLength(1)
})

test('who deletes the account is on no list of people to be told', async () => {
  const { ask, run, jar, shop, token, signedInAs, move } = await openTellingShop()
  const customer = await signedInAs('customer')
  const placed = await place(shop, [item(jar)], { customer_email: '' }, { token: customer.token })
  await run()
  await move(placed.id, 'Delivered')
  await run()
  const { status } = await ask('POST', '/api/account/delete', {
    token: customer.token,
    body: { password: 'the customer’s password' },
  })
  expect(status).toBe(200)
  const list = await ask<{ orders: object[] }>('GET', '/api/orders?told=no', { token })
  expect(list.body.orders).toEqual([])
})
