import { expect, onTestFinished, test } from 'vitest'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openLogSms, sendLimited } from './outbox.ts'

test('until there is a provider, a message goes to the log, without the order’s code and PIN and with most of the number hidden', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const lines: object[] = []
  const log = { ...shop.context.log, info: (facts: object) => void lines.push(facts) }
  await openLogSms(log).send({
    to: '233241234567',
    text: 'Adom Beauty: order AB12CD received, Ghs 165.00. For the driver at your door: PIN 4821. /track-order?code=AB12CD',
    idempotencyKey: 'one',
  })
  expect(lines).toEqual([
    {
      to: '024 *** *567',
      text: 'Adom Beauty: order [code] received, Ghs 165.00. For the driver at your door: PIN [pin]. /track-order?code=[code]',
      sms: 'one',
    },
  ])
})

test('for developers every order writes one message to the log, by a job that can be tried again', async () => {
  const shop = await openTestShop({ settings: { SMS_PROVIDER: 'log' } })
  onTestFinished(shop.close)
  const jar = await shelve(shop.context)
  await place(shop, [item(jar)], { customer_email: '' })
  // The event that tells customers and staff, and the message that it became.
  expect(await shop.context.jobs.runDue()).toBe(2)
  expect(await shop.context.jobs.listFailed()).toEqual([])
})

async function floodedShop() {
  const lines: string[] = []
  const shop = await openTestShop({ logTo: { write: (line) => lines.push(line) } })
  onTestFinished(shop.close)
  const jar = await shelve(shop.context, { stock: 500 })
  const order = async (times: number, customer_email = 'kofi@example.com') => {
    for (let n = 0; n < times; n++) await place(shop, [item(jar)], { customer_email })
    return (await shop.mails()).filter(({ to }) => to === 'kofi@example.com').length
  }
  const leftOut = () => lines.filter((line) => line.includes('left out'))
  return { shop, order, leftOut }
}

test('orders with somebody else’s address cause ten mails an hour and thirty a day; every order is taken, and the log says it once', {
  tags: 'faults',
}, async () => {
  const { shop, order, leftOut } = await floodedShop()
  expect(await order(12)).toBe(10)
  expect(await order(3, 'KOFI@example.com')).toBe(10)
  expect(leftOut()).toHaveLength(1)
  expect(leftOut().join()).not.toContain('kofi')
  await order(1, 'esi@example.com')
  expect((await shop.mails()).some(({ to }) => to === 'esi@example.com')).toBe(true)
  for (const total of [20, 30, 30]) {
    shop.clock.forward({ hours: 1 })
    expect(await order(12)).toBe(total)
  }
  shop.clock.forward({ days: 1 })
  expect(await order(1)).toBe(31)
})

test('what the shop itself has to say reaches a flooded mailbox all the same', async () => {
  const { shop, order } = await floodedShop()
  let sent = 0
  for (let n = 0; n < 12; n++) await sendLimited(shop.context, 'kofi@example.com', async () => void sent++)
  expect(sent).toBe(10)
  await order(1)
  const { token } = await shop.signedInAs('admin')
  const { body } = await shop.ask<{ orders: { id: number }[] }>('GET', '/api/orders', { token })
  await shop.ask('PUT', `/api/orders/${body.orders[0]?.id}`, { token, body: { status: 'Shipped' } })
  const subjects = (await shop.mails()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.endsWith('is on its way'))).toHaveLength(1)
})

test('a mail that the mail server refused is not counted', { tags: 'faults' }, async () => {
  const { shop } = await floodedShop()
  const fail = () => Promise.reject(new Error('The mail server is down'))
  for (let n = 0; n < 20; n++) {
    await expect(sendLimited(shop.context, 'kofi@example.com', fail)).rejects.toThrow('down')
  }
  let sent = 0
  await sendLimited(shop.context, 'kofi@example.com', async () => void sent++)
  expect(sent).toBe(1)
})
