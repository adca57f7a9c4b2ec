import { expect, test } from 'vitest'
import type { OrderMessagesResponse } from '#contract/admin-orders.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import type { NotificationSetting } from '#rules/notification-settings.ts'
import { correctStock } from '#server/features/catalogue/stock.ts'
import { tellWhoWaits } from '#server/features/stock-alerts/stock-alerts.ts'
import { uploadForm } from '#server/testing/forms.ts'
import { item, orderBody, post } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTellingShop } from '#server/testing/telling-shop.ts'

/** A shop with SMS and WhatsApp, whose owner decides what is told. */
async function openNotificationShop(settings: Record<string, string> = {}) {
  const telling = await openTellingShop({ sms: 'arkesel', whatsApp: true, settings })
  const { ask, token } = telling
  const readSettings = async () => (await ask<SettingsResponse>('GET', '/api/settings', { token })).body
  return {
    ...telling,
    readSettings,
    async decide(kind: NotificationSetting['kind'], changes: Partial<NotificationSetting>) {
      const { version, settings: known } = await readSettings()
      const news = known.news.map((row) => (row.kind === kind ? { ...row, ...changes } : row))
      const body = { version, settings: { news } }
      return await ask<SettingsResponse & { fields?: object }>('PUT', '/api/settings', { token, body })
    },
    shown: async (id: number) =>
      (await telling.read(id)).messages.map(
        ({ notification, channel, state }) => `${notification} ${channel} ${state}`,
      ),
  }
}

test('the owner’s words go out instead of the usual ones, and the list of changes names them', async () => {
  const { services, decide, order, run, readSettings, ask, token } = await openNotificationShop()
  const saved = await decide('received', { text: 'we have your order {code}, Mɛda wo ase!' })
  expect(saved.status).toBe(200)
  const { tracking_code } = await order()
  await run()
  expect(services.arrived[0]?.text).toBe(
    `Adom Beauty | we have your order ${tracking_code}, Mɛda wo ase! | http://shop.example/track-order?code=${tracking_code}`,
  )
  const { body } = await ask('GET', '/api/changes', { token })
  expect(JSON.stringify(body)).toContain('changed what customers are told')
  expect(JSON.stringify(body)).toContain('Mɛda wo ase!')
  expect((await readSettings()).phone_channels).toEqual({ sms: true, whatsapp: true })
})

test('a text with a mistyped place is refused with words, and nothing is saved', async () => {
  const { decide, readSettings } = await openNotificationShop()
  const { status, body } = await decide('paid', { text: 'order {tracking}' })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain('{tracking} means nothing in this message')
  expect((await readSettings()).version).toBe(0)
})

test('a way that is switched off is not taken, also when another one fails', async () => {
  const { services, decide, order, run, shown } = await openNotificationShop()
  await decide('received', { whatsapp: false })
  const bySms = await order()
  await run()
  expect(await shown(bySms.id)).toEqual(['received sms sent'])

  await decide('received', { whatsapp: true, sms: false })
  services.next('whatsapp', { status: 400, body: { error: { code: 131026 } } })
  const byHand = await order()
  await run()
  expect(await shown(byHand.id)).toEqual(['received whatsapp failed', 'received by_hand waiting'])

  await decide('received', { whatsapp: false, sms: false })
  const byMail = await order({ customer_email: 'ama@example.com' })
  const nobody = await order()
  await run()
  expect(await shown(byMail.id)).toEqual(['received email sent'])
  expect(await shown(nobody.id)).toEqual([])
})

test('nobody is told that an order is being packed until the owner switches it on', {
  tags: 'faults',
}, async () => {
  const { decide, order, run, shown, move } = await openNotificationShop()
  const before = await order()
  await move(before.id, 'Processing')
  await run()
  expect(await shown(before.id)).toEqual(['received whatsapp sent'])
  await decide('packed', { sms: true })
  const after = await order({ customer_email: 'ama@example.com' })
  await move(after.id, 'Processing')
  await run()
  expect((await shown(after.id)).toSorted()).toEqual([
    'packed sms sent',
    'received email sent',
    'received whatsapp sent',
  ])
})

test('who is on the way is named with a phone where the owner wants it, and the mail says it in own words', {
  tags: 'faults',
}, async () => {
  const { shop, services, decide, order, run, move, ask, token, signedInAs } = await openNotificationShop()
  const driver = await signedInAs('driver')
  const profile = await uploadForm([
    ['display_name', 'Kwabena'],
    ['phone', '0245551234'],
  ])
  expect((await ask('PUT', '/api/profile', { token: driver.token, ...profile })).status).toBe(200)
  await decide('shipped', {
    text: 'order {code} comes now. {rider}',
    mail: 'Good news: {rider}\nSee you soon!',
  })
  const { id } = await order({ customer_email: 'ama@example.com' })
  await ask('PUT', '/api/orders/drivers', { token, body: { order_ids: [id], driver_id: driver.viewer.id } })
  await move(id, 'Shipped')
  await run()
  expect(services.arrived.at(-1)?.text).toContain('comes now. Your rider: Kwabena, 024 555 1234.')
  const mail = (await shop.mails()).findLast(({ to }) => to === 'ama@example.com')?.text ?? ''
  expect(mail).toMatch(
    /^Good news: Your rider: .*024 555 1234\.\n\nSee you soon!\n\nPlease have Ghs 165\.00 ready\./,
  )
  expect(mail).toContain('Your delivery PIN is')
})

test('who asked to be told on the phone that a product is back is told there, once, and by SMS if WhatsApp fails', async () => {
  const { services, run, ask, context, clock, lines } = await openNotificationShop()
  const soap = await shelve(context, { name: 'Black soap', stock: 0 })
  await ask('POST', `/api/products/${soap}/back-in-stock`, { body: { contact: '024 555 1234' } })
  await correctStock(context.db, { productId: soap, counted: 3, actorId: null, at: clock() })
  services.next('whatsapp', { status: 400, body: { error: { code: 131026 } } })
  await tellWhoWaits(context)
  await run()
  await run()
  expect(services.arrived.map(({ service, to }) => [service, to])).toEqual([['arkesel', '233245551234']])
  expect(services.arrived[0]?.text).toBe(
    `Adom Beauty: Black soap is back. http://shop.example/product/${soap}`,
  )
  expect(lines.join()).not.toContain('245551234')
})

test('the day’s budget counts parts: a long text uses it up sooner', { tags: 'faults' }, async () => {
  const { services, decide, order, run, shown } = await openNotificationShop({ SMS_PER_DAY: '3' })
  await decide('received', { whatsapp: false, text: `{code} ${'ɛ'.repeat(60)}` })
  const [first, second] = [await order({ customer_phone: '024 111 1111' }), await order()]
  await run()
  expect(services.arrived).toHaveLength(1)
  expect([...(await shown(first.id)), ...(await shown(second.id))].toSorted()).toEqual([
    'received by_hand waiting',
    'received sms failed',
    'received sms sent',
  ])
})

test('a customer’s wish is kept: one way alone, the others after a final failure, and the office reads it', async () => {
  const { services, order, run, shown, ask, token, shop, decide } = await openNotificationShop()
  const wish = { customer_email: 'ama@example.com', news_by: 'sms' }
  const kept = await order(wish)
  await run()
  expect(await shown(kept.id)).toEqual(['received sms sent'])
  const toCustomers = async () => (await shop.mails()).filter(({ to }) => to !== 'admin@example.com')
  expect(await toCustomers()).toEqual([])
  const { body } = await ask<OrderMessagesResponse>('GET', `/api/orders/${kept.id}/messages`, { token })
  expect(body.news_by).toBe('sms')

  services.next('arkesel', { status: 200, body: { status: 'error', message: 'Invalid phone number' } })
  services.next('whatsapp', { status: 400, body: { error: { code: 131026 } } })
  const failed = await order(wish)
  await run()
  await run()
  expect(await shown(failed.id)).toEqual([
    'received email sent',
    'received whatsapp failed',
    'received sms failed',
  ])
  expect((await toCustomers()).map(({ to }) => to)).toEqual(['ama@example.com'])

  await decide('received', { sms: false })
  const other = await order(wish)
  await run()
  expect(await shown(other.id)).toEqual(['received whatsapp sent'])
})

test('who wants a mail and gives no address is told on the phone; an unknown way is refused', async () => {
  const { order, run, shown, shop, jar } = await openNotificationShop()
  const { id } = await order({ news_by: 'email' })
  await run()
  expect(await shown(id)).toEqual(['received whatsapp sent'])
  const { status } = await post(shop, orderBody([item(jar)], { news_by: 'pigeon' }))
  expect(status).toBe(400)
})
