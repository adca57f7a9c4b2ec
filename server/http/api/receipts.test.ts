import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import type { OfficeReceiptsResponse } from '#contract/receipts.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { checkBooks } from '#server/features/dashboard/invariants.ts'
import { issueReceipt } from '#server/features/receipts/issue-receipts.ts'
import { receiptNumbers, receipts } from '#server/features/receipts/tables.ts'
import { inTransaction } from '#server/platform/database/database.ts'
import { openRefundingShop } from '#server/testing/paying-shop.ts'
import { textOfPdf } from '#server/testing/pdf-text.ts'
import { item, place } from '#server/testing/sample-orders.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

const shop = await openRefundingShop()
const { ask, token, viewer, context, paid, refund, pass } = shop
afterAll(async () => {
  expect(await checkBooks(context.db)).toEqual([])
  await shop.close()
})

type Receipts = OfficeReceiptsResponse & RefusalResponse

const taxes = [
  { name: 'NHIL', rate: 250, onLevies: false },
  { name: 'GETFund', rate: 250, onLevies: false },
  { name: 'VAT', rate: 1_500, onLevies: true },
]
const seller = { name: 'Adom Beauty Ɛnterprise', address: 'Ɔsu, Accra', tin: 'C0001234567' }
await shop.shop.settings.save(viewer.id, { version: 0, changes: { receipts: { ...seller, taxes } } })

/** One jar with delivery: 165. */
const order = (details: object = {}) => place(shop, [item(shop.jar)], details)
const issue = (id: number, who = token) => ask<Receipts>('POST', `/api/orders/${id}/receipts`, { token: who })
const documentsOf = async (id: number) => {
  await context.jobs.runDue()
  return (await ask<Receipts>('GET', `/api/orders/${id}/receipts`, { token })).body.documents
}
const kindsOf = async (id: number) =>
  (await documentsOf(id)).toReversed().map(({ kind, contents }) => `${kind} ${contents.total}`)

async function enter(id: number, amount: number, kind = 'receipt') {
  const { body: before } = await ask<{ last_line: number }>('GET', `/api/orders/${id}/money`, { token })
  const body = { kind, way: 'cash', amount, last_line: before.last_line, note: 'Counter' }
  return await ask('POST', `/api/orders/${id}/money`, {
    token,
    body,
    headers: { 'idempotency-key': randomUUID() },
  })
}

test('an order that is paid gets one receipt by itself, with who sells, who bought and the taxes in it', async () => {
  const { id, tracking_code } = await order()
  expect(await documentsOf(id)).toEqual([])
  await enter(id, 100)
  expect(await documentsOf(id)).toEqual([])
  await enter(id, 65)
  const [receipt, ...more] = await documentsOf(id)
  expect(more).toEqual([])
  expect(receipt).toMatchObject({
    kind: 'receipt',
    refers_to: null,
    seller,
    customer: {
      name: 'Ama Mensah',
      phone: '024 123 4567',
      address: 'House 4, behind the post office, Kumasi, Ashanti, AK-039-5028',
    },
    contents: {
      order_id: id,
      tracking_code,
      lines: [{ quantity: 1, price: 120, amount: 120 }],
      extras: [{ amount: 45 }],
      total: 165,
      net: 136.64,
      taxes: [
        { name: 'NHIL', amount: 3.42 },
        { name: 'GETFund', amount: 3.42 },
        { name: 'VAT', rate: 1_500, amount: 21.52 },
      ],
    },
  })
  expect((await issue(id)).body.documents).toHaveLength(1)
})

test('an order that was paid online has its receipt with the payment', async () => {
  const { placed } = await paid()
  expect(await kindsOf(placed.id)).toEqual(['receipt 165'])
})

test('an invoice is issued when somebody wants it, and a receipt confirms it when it is paid', async () => {
  const { id } = await order()
  const { body } = await issue(id)
  expect(body).toMatchObject({ is_set_up: true, documents: [{ kind: 'invoice', contents: { net: 136.64 } }] })
  await enter(id, 165)
  const [receipt, invoice] = await documentsOf(id)
  expect(receipt).toMatchObject({
    kind: 'receipt',
    refers_to: invoice?.number,
    contents: { taxes: [], total: 165 },
  })
})

test('a changed order gets a credit note and a new document; what was issued stays as it was', async () => {
  const placed = await order()
  const [invoice] = (await issue(placed.id)).body.documents
  const body = { items: [item(shop.jar, 2)], expected: placed.created_at, agreed_total: 285 }
  const changed = await ask('PUT', `/api/orders/${placed.id}/contents`, { token, body })
  expect(changed.status).toBe(200)
  const [next, credit, first] = await documentsOf(placed.id)
  expect(first).toEqual(invoice)
  expect(credit).toMatchObject({
    kind: 'credit_note',
    refers_to: invoice?.number,
    contents: invoice?.contents,
  })
  expect(next).toMatchObject({ kind: 'invoice', refers_to: null, contents: { total: 285 } })
})

test('money that goes back lowers the receipt, and a cancelled order has a credit note alone', async () => {
  const { id } = await order()
  await enter(id, 165)
  expect(await kindsOf(id)).toEqual(['receipt 165'])
  await enter(id, 15, 'repayment')
  expect(await kindsOf(id)).toEqual(['receipt 165', 'credit_note 165', 'receipt 150'])
  const { placed, reference } = await paid()
  await refund(reference)
  await pass({ seconds: 60 })
  expect(await kindsOf(placed.id)).toEqual(['receipt 165', 'credit_note 165'])
  expect(await issue(placed.id)).toMatchObject({ status: 409, body: { code: 'nothing_sold' } })
})

test('other rates hold for what is issued next, and make nothing wrong that was issued before', async () => {
  const { id } = await order()
  await enter(id, 165)
  const before = await documentsOf(id)
  await shop.shop.settings.save(viewer.id, { version: 1, changes: { receipts: { ...seller, taxes: [] } } })
  expect((await issue(id)).body.documents).toEqual(before)
  const other = await order()
  await enter(other.id, 165)
  expect((await documentsOf(other.id))[0]?.contents).toMatchObject({ net: 165, taxes: [] })
  await shop.shop.settings.save(viewer.id, { version: 2, changes: { receipts: { ...seller, taxes } } })
})

test('fifty at once have fifty numbers in a row, and a transaction that fails leaves no hole', {
  tags: 'faults',
}, async () => {
  const fifty = await Promise.all(Array.from({ length: 50 }, () => order()))
  const first = await lastNumber()
  const others = await Promise.all(Array.from({ length: 10 }, () => order()))
  const failing = others.map(({ id }) =>
    inTransaction(context.db, async (db) => {
      await issueReceipt({ ...context, db }, viewer, id)
      throw new Error('The power went')
    }).catch(() => {}),
  )
  const answers = await Promise.all([...fifty.map(({ id }) => issuePatiently(id)), ...failing])
  const numbers = answers.flatMap((answer) => answer?.body.documents.map(({ number }) => number) ?? [])
  expect(numbers.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 50 }, (_, place) => first + place + 1),
  )
})

/** A slow machine may ask to come back. */
async function issuePatiently(id: number) {
  for (;;) {
    const answer = await issue(id)
    if (answer.status !== 503) return answer
  }
}

async function lastNumber(): Promise<number> {
  const [row] = await context.db.select().from(receiptNumbers)
  return row?.last ?? 0
}

test('whatever happens to an order and in whatever order it is checked, the books of receipts add up', async () => {
  const step = fc.constantFrom('pay', 'back', 'issue', 'cancel', 'reopen', 'check')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
      const { id } = await order()
      const status = (to: string) => ask('PUT', `/api/orders/${id}`, { token, body: { status: to } })
      for (const each of steps) {
        if (each === 'pay') await enter(id, 165)
        if (each === 'back') await enter(id, 15, 'repayment')
        if (each === 'issue') await issue(id)
        if (each === 'cancel') await status('Cancelled')
        if (each === 'reopen') await status('Pending')
        if (each === 'check') await context.jobs.runDue()
      }
      const told = await kindsOf(id)
      expect(await kindsOf(id)).toEqual(told)
    }),
  )
  expect(await checkBooks(context.db)).toEqual([])
})

test('the database refuses to change or delete a document', async () => {
  const { id } = await order()
  await issue(id)
  const isIt = eq(receipts.orderId, id)
  const message = /never changed/
  const cause = (run: Promise<unknown>) =>
    run.then(
      () => '',
      (error: Error) => String(error.cause ?? error),
    )
  expect(
    await cause(
      context.db
        .update(receipts)
        .set({ issuedAt: new Date(0) })
        .where(isIt)
        .execute(),
    ),
  ).toMatch(message)
  expect(await cause(context.db.delete(receipts).where(isIt).execute())).toMatch(message)
})

const show = (body: object, who?: string) =>
  ask<Receipts>('POST', '/api/receipts', { body, ...(who === undefined ? {} : { token: who }) })

test('a customer sees it with code and phone or by sign-in; a stranger, a driver or another customer does not', async () => {
  const customer = await shop.signedInAs('customer')
  const { id, tracking_code: code } = await place(shop, [item(shop.jar)], {}, { token: customer.token })
  await issue(id)
  expect((await show({ code, phone: '+233 24 123 4567' })).body.documents).toHaveLength(1)
  expect((await show({ code }, customer.token)).body.documents).toHaveLength(1)
  for (const person of ['other customer', 'driver'] as const) {
    const { token: other } = await shop.signedInAs(person)
    expect(await show({ code }, other)).toMatchObject({
      status: 400,
      body: { fields: { phone: expect.any(String) } },
    })
    expect((await show({ code, phone: '020 000 0000' }, other)).status).toBe(400)
    expect((await issue(id, other)).status).toBe(403)
  }
  expect((await show({ code })).status).toBe(400)
  expect((await show({ code: 'ZZZZZZ', phone: '024 123 4567' })).status).toBe(404)
  const list = await ask<{ orders: { id: number; has_receipt: boolean }[] }>(
    'GET',
    `/api/orders/user/${customer.viewer.email}`,
    { token: customer.token },
  )
  expect(list.body.orders.find((each) => each.id === id)?.has_receipt).toBe(true)
})

test('a helper issues and sees receipts, and does not decide what they say', async () => {
  const helper = await shop.signedInAs('helper')
  const { id } = await order()
  expect((await issue(id, helper.token)).body.documents).toHaveLength(1)
  expect((await ask('GET', `/api/orders/${id}/receipts`, { token: helper.token })).status).toBe(200)
  const body = { version: 3, settings: { receipts: { name: 'Mine', address: '', tin: '', taxes: [] } } }
  expect((await ask('PUT', '/api/settings', { token: helper.token, body })).status).toBe(403)
  const { body: log } = await ask<{ changes: { action: string }[] }>('GET', '/api/changes?thing=order', {
    token,
  })
  expect(log.changes[0]?.action).toBe('issued an invoice')
})

test('the PDF has all letters of Ghana, opens with its key alone, and is the same each time', async () => {
  const { id } = await order({ customer_name: 'Ɔbaa Yaa Asantewaa Ŋ', address: 'Ɛkuona Street ₵5' })
  const [invoice] = (await issue(id)).body.documents
  const file = () => shop.app.inject({ method: 'GET', url: invoice?.file ?? '' })
  const [answer, again] = await Promise.all([file(), file()])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(/^attachment; filename="invoice-\d{6}\.pdf"$/),
    'cache-control': 'private, no-store',
  })
  expect(answer.rawPayload.equals(again.rawPayload)).toBe(true)
  expect(answer.rawPayload.length).toBeLessThan(40_000)
  const [page = '', ...more] = textOfPdf(answer.rawPayload)
  expect(more).toEqual([])
  for (const words of [
    'Invoice',
    `No. ${String(invoice?.number).padStart(6, '0')}`,
    'Adom Beauty Ɛnterprise',
    'Ɔsu, Accra',
    'TIN C0001234567',
    'Ɔbaa Yaa Asantewaa Ŋ',
    'Ɛkuona Street ₵5',
    'Ghs 165.00',
    'VAT 15 %',
    'Ghs 21.52',
    'Value without taxes',
  ])
    expect(page).toContain(words)
  const other = (invoice?.file ?? '').replace(/key=.*/, 'key=guessed')
  expect((await shop.app.inject({ method: 'GET', url: other })).statusCode).toBe(404)
})

test('messages about a payment lead to the receipt, without a name or an address in them', async () => {
  const { placed } = await paid({ customer_email: 'efua@example.com' })
  const mails = (await shop.mails()).filter(({ to }) => to === 'efua@example.com')
  const told = mails.find(({ subject }) => /payment for order .* has arrived/.test(subject))
  expect(told?.text).toContain(
    `Your receipt:\n${context.config.publicUrl}/track-order?code=${placed.tracking_code}#receipt`,
  )
  expect(told?.html).toContain('>Your receipt</a>')
  expect(told?.text).not.toMatch(/Ama|post office/)
})

test('before the owner has said who sells, nothing is issued and no message speaks of it', async () => {
  const bare = await openTestShop()
  try {
    const admin = await bare.signedInAs('admin')
    const { id } = await place(bare, [item(await shelve(bare.context))])
    const asked = { token: admin.token }
    const { status, body } = await bare.ask<Receipts>('POST', `/api/orders/${id}/receipts`, asked)
    expect([status, body.code]).toEqual([409, 'receipts_not_set_up'])
    const entry = { kind: 'receipt', way: 'cash', amount: 165, last_line: 0 }
    await bare.ask('POST', `/api/orders/${id}/money`, { ...asked, body: entry })
    await bare.ask('PUT', `/api/orders/${id}`, { ...asked, body: { status: 'Delivered' } })
    const mails = await bare.mails()
    expect(mails.some(({ subject }) => subject.includes('delivered'))).toBe(true)
    expect(mails.some(({ text }) => text.includes('receipt'))).toBe(false)
    const { body: seen } = await bare.ask<Receipts>('GET', `/api/orders/${id}/receipts`, asked)
    expect(seen).toEqual({ documents: [], is_set_up: false })
  } finally {
    await bare.close()
  }
})

test('who deletes the account is forgotten on receipts, whose numbers and amounts stay', async () => {
  const customer = await shop.signedInAs('other customer')
  const { id } = await place(shop, [item(shop.jar)], {}, { token: customer.token })
  await enter(id, 165)
  await documentsOf(id)
  await ask('PUT', `/api/orders/${id}`, { token, body: { status: 'Delivered' } })
  const own = { token: customer.token }
  const { body: data } = await ask<{ receipts: object[] }>('GET', '/api/account/data', own)
  expect(data.receipts).toMatchObject([{ customer_name: 'Ama Mensah', total: 165 }])
  const password = 'the other customer’s password'
  expect((await ask('POST', '/api/account/delete', { ...own, body: { password } })).status).toBe(200)
  const [receipt, ...more] = await documentsOf(id)
  expect(more).toEqual([])
  expect(receipt).toMatchObject({
    customer: { name: 'Deleted account', phone: '', address: '' },
    contents: { total: 165 },
  })
})
