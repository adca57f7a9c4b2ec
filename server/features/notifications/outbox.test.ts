import { expect, onTestFinished, test } from 'vitest'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { openLogSms } from './outbox.ts'

test('until there is a provider, a message goes to the log, without the order’s code and with most of the number hidden', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const lines: object[] = []
  const log = { ...shop.context.log, info: (facts: object) => void lines.push(facts) }
  await openLogSms(log).send({
    to: '233241234567',
    text: 'Adom Beauty: order AB12CD received, Ghs 165.00. /track-order?code=AB12CD',
    idempotencyKey: 'one',
  })
  expect(lines).toEqual([
    {
      to: '024 *** *567',
      text: 'Adom Beauty: order [code] received, Ghs 165.00. /track-order?code=[code]',
      sms: 'one',
    },
  ])
})

test('every order sends one message, by a job that can be tried again', async () => {
  const shop = await openTestShop()
  onTestFinished(shop.close)
  const jar = await shelve(shop.context)
  await place(shop, [item(jar)], { customer_email: '' })
  // The notification of the order, and the message that it became.
  expect(await shop.context.jobs.runDue()).toBe(2)
  expect(await shop.context.jobs.listFailed()).toEqual([])
})
