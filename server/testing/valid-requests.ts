import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { StartedPaymentResponse } from '#contract/payments.ts'
import type { ReceiptsResponse } from '#contract/receipts.ts'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import { discountBody, saleBody } from '#contract/sales-and-discounts.ts'
import type { OfficeRole } from '#rules/rights.ts'
import { makeCode } from '../features/accounts/one-time-codes-and-links.ts'
import { phoneCode } from '../features/accounts/phone-sign-in.ts'
import type { Viewer } from '../features/accounts/viewer.ts'
import { campaignRecipients, campaigns } from '../features/campaigns/tables.ts'
import { newsletterReaders, offerChoices } from '../features/messages/tables.ts'
import { orders } from '../features/orders/tables.ts'
import type { Context } from '../platform/context.ts'
import { sayAsOwner } from './database.ts'
import { photo, uploadForm } from './forms.ts'
import { item, openDriverWorld, orderBody, place } from './sample-orders.ts'
import { shelve, shelveSet, writePost } from './sample-rows.ts'
import type { TestShop } from './test-shop.ts'

const device = 'the-phone-of-a-test'

export type Caller = 'visitor' | 'customer' | 'driver' | OfficeRole

type FormFields = Parameters<typeof uploadForm>[0]

/** A call that the shop answers with yes. */
export type ValidRequest = {
  /** Without it, the route itself. */
  address?: string
  body?: object
  form?: FormFields
  /** Somebody else of the same kind, whom the call may cost something. */
  as?: { token: string; viewer: Viewer }
}

/** Makes what the call needs, and says how it goes. */
export type ValidRequests = Record<string, (who: Caller) => Promise<ValidRequest>>

export type CallWorld = Awaited<ReturnType<typeof openCallWorld>>

const password = 'kente cloth shawl'

/** Whatever calls need, made anew for each. */
const shade = { sku: 'ADOM-1', article: 'Soap', choiceLabel: 'Black', choiceColour: '#221111' }

export async function openCallWorld(shop: TestShop) {
  const { ask, mails, signedInAs, context } = shop
  const { accounts } = shop.shop
  const { admin, driver, assigned, put } = await openDriverWorld(shop)
  const customer = await signedInAs('customer')
  const helper = await signedInAs('helper')
  const manager = await signedInAs('manager')
  const bar = await shelve(context, { name: 'Bar of soap', stock: 1_000 })
  // A set, so that products and orders show what is in it.
  const jar = await shelveSet(context, { name: 'Black soap', goesWith: [bar], ...shade }, [
    { productId: bar, quantity: 2 },
  ])
  await shelveSet(context, { name: 'A draft', isHidden: true, ...shade }, [{ productId: bar, quantity: 2 }])
  // So that orders of it have something in their discounts.
  const onSoap = { name: 'On soap', kind: 'amount', amount: 1, automatic: true, product_ids: [jar] }
  await shop.shop.discounts.add(admin.viewer, discountBody.parse(onSoap))
  // More than half of the stock of something: an order that somebody has to confirm.
  const last = await shelve(context, { name: 'Last bars', stock: 12 })
  const scarce = await shelveSet(context, { name: 'Last jars', ...shade }, [{ productId: last, quantity: 1 }])
  await place(shop, [item(scarce, 10)], { customer_phone: '020 123 4567' })
  // Products in a sale have more fields. What the driver brings is cheap enough to cost what it always does.
  const forAll = z.decode(saleBody, { ...saleOf(jar), scope: 'all', floor: 100 })
  await shop.shop.sales.add(admin.viewer, forAll)
  const taxes = [{ name: 'VAT', rate: 1_500, onLevies: false }]
  const receipts = { name: 'Adom Beauty Ltd', address: 'Osu, Accra', tin: 'C0001234567', taxes }
  await shop.shop.settings.save(admin.viewer.id, { version: 0, changes: { receipts } })
  let newcomers = 0
  let addresses = 0
  const newAddress = () => `10.7.${addresses >> 8}.${addresses++ & 255}`

  const newcomer = async (roles: object = {}) => {
    const login = { email: `newcomer${newcomers++}@example.com`, password }
    await accounts.createAccount({ ...login, ...roles })
    return { ...login, ...(await accounts.signIn(login, { address: login.email, userAgent: 'a test' })) }
  }
  /** What earlier calls left to do takes a minute, and calls services that are not there. */
  const forgetJobs = () => sayAsOwner(shop.database, 'delete from pgboss.job')
  /** The secret of the newest link that was sent to somebody. */
  const linkFor = async (email: string) => {
    const mail = (await mails()).findLast(({ to, text }) => to === email && /\?token=/.test(text))
    return /\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
  }
  /** The code that a message has just brought to this number. */
  const codeFor = (phone: string) =>
    makeCode(context, phoneCode({ phone, code: '', device }, { address: '', userAgent: '' }).target, 5)
  let numbers = 0
  const newNumber = () => `23324${String(2_000_000 + numbers++)}`
  /** Somebody who signs in by phone alone. */
  const phoneOnly = async () => {
    const phone = newNumber()
    const proof = { phone, code: await codeFor(phone), device }
    return { phone, ...(await accounts.signInByPhone(proof, { address: phone, userAgent: 'a test' })) }
  }
  const order = (details: object = {}) => place(shop, [item(jar)], details)
  const payment = async (answer?: 'approve' | 'decline') => {
    const { id: orderId, ...placed } = await order({ payment_method: 'mtn_momo' })
    const { body } = await ask<StartedPaymentResponse>('POST', '/api/payments/mtn_momo', {
      body: toStart(orderId, placed, `024 ${1_000_000 + orderId}`),
    })
    const address = `/api/payments/${body.referenceId}`
    if (answer) await ask('POST', `${address}/test-answer`, { body: { answer } })
    return { orderId, address, reference: body.referenceId }
  }
  /** An order with a discount besides, which it loses when it is changed. */
  const losing = async (details: object = {}) => {
    const placed = await order(details)
    const isIt = eq(orders.id, placed.id)
    const [row] = await context.db.select().from(orders).where(isIt)
    const discounts = [...(row?.discounts ?? []), { id: 999_999, name: 'Ended', code: null, amount: 0 }]
    await context.db.update(orders).set({ discounts }).where(isIt)
    return placed
  }
  /** Its history has a change. */
  const edited = async (details: object = {}) => {
    const pickup = { is_on: true, address: '12 Oxford Street, Osu', hours: '9am to 6pm' }
    const settings = { version: 1_000_000, settings: { pickup } }
    await ask('PUT', '/api/settings', { token: admin.token, body: settings })
    const placed = await order(details)
    const body = {
      customer_note: 'Ring twice',
      expected: placed.created_at,
      agreed_total: placed.order_total,
    }
    await ask('PUT', `/api/orders/${placed.id}/contents`, { token: admin.token, body })
    return placed
  }
  /** An order with an invoice. */
  const invoiced = async (details: object = {}) => {
    const { id, tracking_code: code } = await order(details)
    const address = `/api/orders/${id}/receipts`
    const { body } = await ask<ReceiptsResponse>('POST', address, { token: admin.token })
    return { address, code, file: body.documents[0]?.file ?? '' }
  }
  /** What somebody sends to give one piece of a delivered order back. */
  const asking = async (orderId: number) => {
    const address = `/api/orders/${orderId}/returns`
    const { body } = await ask<OrderReturnsResponse>('GET', address, { token: admin.token })
    const product_id = body.returnable[0]?.product_id ?? 0
    const items = [{ product_id, quantity: 1, reason: 'damaged', condition: 'used' }]
    return { address, product_id, body: { items, note: 'Leaks', expected: body.expected } }
  }
  /** A return of it. */
  const returning = async (orderId: number) => {
    const { address, product_id, body } = await asking(orderId)
    const made = await ask<OrderReturnsResponse>('POST', address, { token: admin.token, body })
    const { expected, returns } = made.body
    return { address, one: `${address}/${returns.at(-1)?.id}`, product_id, expected }
  }
  /** An order of a product of its own, which has arrived. */
  const delivered = async (details: object = {}, token?: string) => {
    const product = await shelve(context, { name: 'Reviewed' })
    const placed = await place(shop, [item(product)], details, token === undefined ? {} : { token })
    await put(admin, String(placed.id), { status: 'Delivered' })
    return { id: placed.id, product, code: placed.tracking_code }
  }
  const reviewOf = ({ product, code }: { product: number; code: string }): FormFields => [
    ['code', code],
    ['phone', '024 123 4567'],
    ['product_id', String(product)],
    ['rating', '4'],
    ['text', 'Soft skin'],
    ['name', 'Ama'],
    ['town', 'Kumasi'],
  ]
  /** With a photo and an answer. */
  const review = async () => {
    const bought = await delivered()
    const form = await uploadForm([...reviewOf(bought), ['photos', await photo()]])
    const { body } = await ask<{ id: number }>('POST', '/api/reviews', { ...form, address: newAddress() })
    const shown = { state: 'shown', answer: 'Thank you' }
    await ask('PUT', `/api/reviews/${body.id}`, { token: admin.token, body: shown })
    return { ...bought, address: `/api/reviews/${body.id}` }
  }
  return {
    ...shop,
    delivered,
    review,
    reviewOf,
    people: { visitor: undefined, customer, driver, helper, manager, admin },
    jar,
    bar,
    password,
    put,
    assigned,
    newcomer,
    codeFor,
    newNumber,
    phoneOnly,
    forgetJobs,
    linkFor,
    order,
    losing,
    edited,
    invoiced,
    asking,
    returning,
    payment,
  }
}

/** The calls of customers and visitors. */
export function customerCalls(world: CallWorld): ValidRequests {
  const { ask, jar, linkFor, newcomer, order, losing, edited, payment, password, people, context } = world
  const { codeFor, forgetJobs, newNumber, phoneOnly } = world
  let names = 0
  /** One that nobody has had yet. */
  const named = (who: Caller) => `${who}-${names++}`
  const ownerToken = async () =>
    new URL(await world.shop.accounts.inviteOwner()).searchParams.get('token') ?? ''
  const ordered = async () => ({ body: orderBody([item(jar)]) })
  return {
    'POST /api/auth/signup': async (who) => ({ body: { email: `${who}@new.example.com`, password } }),
    'POST /api/auth/signin': async () => ({ body: { email: (await newcomer()).email, password } }),
    'POST /api/auth/phone/code': async () => ({ body: { phone: newNumber() } }),
    'POST /api/auth/phone/login': async () => {
      const phone = newNumber()
      return { body: { phone, code: await codeFor(phone), device } }
    },
    'PUT /api/account/phone': async () => {
      const phone = newNumber()
      return { as: await newcomer(), body: { phone, code: await codeFor(phone), device, password } }
    },
    'DELETE /api/account/phone': async () => ({ as: await newcomer() }),
    'POST /api/account/email/code': async () => ({
      as: await phoneOnly(),
      body: { email: 'added@new.example.com' },
    }),
    'PUT /api/account/email': async (who) => {
      const as = await phoneOnly()
      const email = `${who}@added.example.com`
      const code = await makeCode(context, `${as.viewer.id} ${email}`, 5)
      return { as, body: { email, code, own_code: await codeFor(as.phone), device, password } }
    },
    'POST /api/auth/signout': async () => ({ as: await newcomer() }),
    'POST /api/auth/confirm-email': async (who) => {
      const email = `${named(who)}@unsure.example.com`
      await forgetJobs()
      await ask('POST', '/api/auth/signup', { body: { email, password } })
      return { body: { token: await linkFor(email), password } }
    },
    'POST /api/auth/resend-confirmation': async () => ({ as: await newcomer() }),
    'POST /api/auth/forgot-password': async () => ({ body: { email: (await newcomer()).email } }),
    'POST /api/auth/reset-password': async () => {
      const { email } = await newcomer()
      await forgetJobs()
      await ask('POST', '/api/auth/forgot-password', { body: { email } })
      return { body: { token: await linkFor(email), password: 'a new password' } }
    },
    'POST /api/auth/owner-link': async () => ({ body: { token: await ownerToken() } }),
    'POST /api/auth/owner': async (who) => ({
      body: { token: await ownerToken(), email: `${who}@owner.example.com`, password },
    }),
    'POST /api/auth/change-password': async () => ({
      as: await newcomer(),
      body: { current_password: password, password: 'a new password' },
    }),
    'POST /api/auth/confirm-password': async () => ({ as: await newcomer(), body: { password } }),
    'DELETE /api/account/sessions': async () => ({ as: await newcomer() }),
    'DELETE /api/account/sessions/{id}': async () => {
      const as = await newcomer()
      return { as, address: `/api/account/sessions/${as.viewer.sessionId}` }
    },
    'POST /api/account/delete': async () => ({ as: await newcomer(), body: { password } }),
    'PUT /api/profile': async (who) => ({
      form: [
        ['id', people[who]?.viewer.id ?? ''],
        ['email', people[who]?.viewer.email ?? ''],
        ['full_name', 'Ama Serwaa'],
        ['city', 'Tema'],
      ],
    }),
    'POST /api/orders/whatsapp': ordered,
    'POST /api/orders': ordered,
    'POST /api/orders/cancel': async () => {
      const { tracking_code: code } = await order({ customer_phone: '024 555 1234' })
      return { body: { code, phone: '024 555 1234' } }
    },
    'POST /api/receipts': async () => ({
      body: { code: (await world.invoiced()).code, phone: '024 123 4567' },
    }),
    'GET /api/receipts/{id}/pdf': async () => ({ address: (await world.invoiced()).file }),
    'POST /api/orders/edit': async () => {
      const { tracking_code: code } = await losing({ customer_phone: '024 555 1234' })
      return { body: { code, phone: '024 555 1234', items: [item(jar, 2)] } }
    },
    'POST /api/payments/mtn_momo': async () => {
      const { id: orderId, ...placed } = await order({ payment_method: 'mtn_momo' })
      return { body: toStart(orderId, placed, `024 ${2_000_000 + orderId}`) }
    },
    'POST /api/payments/pay-on-delivery': async () => {
      const { id: orderId, ...placed } = await order({ payment_method: 'mtn_momo' })
      return { body: toStart(orderId, placed, '+44 7911 123456') }
    },
    'GET /api/payments/{referenceId}': async () => ({ address: (await payment()).address }),
    'POST /api/payments/{referenceId}/check': async () => ({ address: `${(await payment()).address}/check` }),
    'POST /api/payments/{referenceId}/test-answer': async () => ({
      address: `${(await payment()).address}/test-answer`,
      body: { answer: 'approve' },
    }),
    'POST /api/payments/{referenceId}/retry': async () => ({
      address: `${(await payment('decline')).address}/retry`,
      body: { customerPhone: '024 300 0000' },
    }),
    'POST /api/payments/{referenceId}/pay-on-delivery': async () => ({
      address: `${(await payment('decline')).address}/pay-on-delivery`,
    }),
    'POST /api/testimonials': async () => ({
      as: await newcomer(),
      body: { name: 'The shop itself', quote: 'Soft skin', location: 'Tema', rating: 5 },
    }),
    'GET /api/products/{id}/reviews': async () => ({
      address: `/api/products/${(await world.review()).product}/reviews`,
    }),
    'POST /api/reviews': async () => ({ form: world.reviewOf(await world.delivered()) }),
    'POST /api/products/{id}/back-in-stock': async () => ({
      address: `/api/products/${await shelve(context, { name: 'Sold out', stock: 0 })}/back-in-stock`,
      body: { contact: '024 123 4567' },
    }),
    'POST /api/visits': async () => ({ body: { kind: 'page', source: 'example.com', first: true } }),
    'POST /api/contact': async () => ({
      body: { name: 'Ama', email: 'ama@example.com', subject: 'Other', message: 'Hello there' },
    }),
    'POST /api/newsletter': async (who) => ({ body: { email: `${named(who)}.reads@example.com` } }),
    'POST /api/newsletter/confirm': async (who) => {
      const name = named(who)
      const reader = { email: `${name}.joins@example.com`, leaveSecret: `the new secret of the ${name}` }
      const now = context.clock()
      await context.db.insert(newsletterReaders).values({ ...reader, agreedAt: now, unconfirmedSince: now })
      return { body: { secret: reader.leaveSecret } }
    },
    'POST /api/newsletter/leave': async (who) => {
      const name = named(who)
      const reader = { email: `${name}.leaves@example.com`, leaveSecret: `the secret of the ${name}` }
      await context.db.insert(newsletterReaders).values({ ...reader, agreedAt: context.clock() })
      return { body: { secret: reader.leaveSecret } }
    },
    'POST /api/offers': async () => {
      const placed = await place(world, [item(jar)], { customer_phone: '024 765 4321' })
      await context.db.update(orders).set({ status: 'Delivered' }).where(eq(orders.id, placed.id))
      return { body: { code: placed.tracking_code, phone: '0247654321' } }
    },
    'POST /api/offers/leave': async (who) => {
      const name = named(who)
      const choice = { phone: `offers of the ${name}`, leaveSecret: `the offers of the ${name}` }
      await context.db.insert(offerChoices).values({ ...choice, agreedAt: context.clock() })
      return { body: { secret: choice.leaveSecret } }
    },
    'GET /api/account/data': async (who) => {
      const { token, viewer } = people[who] ?? {}
      const own = { customer_email: viewer?.email, payment_method: 'mtn_momo' }
      const { id: orderId, ...placed } = await place(world, [item(jar)], own, { token })
      const body = toStart(orderId, placed, `024 ${3_000_000 + orderId}`)
      await ask('POST', '/api/payments/mtn_momo', { body })
      await ask('POST', '/api/testimonials', { token, body: { quote: 'Soft skin', rating: 5 } })
      const bought = await world.delivered({ customer_email: viewer?.email }, token)
      await world.returning(bought.id)
      const money = { kind: 'receipt', way: 'cash', amount: 1, last_line: 0 }
      await ask('POST', `/api/orders/${bought.id}/money`, { token: people.admin?.token, body: money })
      await ask('POST', `/api/orders/${bought.id}/receipts`, { token: people.admin?.token })
      const reviewed = await uploadForm(world.reviewOf(bought))
      await ask('POST', '/api/reviews', { ...reviewed, address: `10.9.1.${who.length}` })
      await ask('POST', '/api/newsletter', { body: { email: viewer?.email } })
      await offered(context, viewer?.email ?? '')
      const soldOut = await shelve(context, { name: 'Sold out', stock: 0 })
      await ask('POST', `/api/products/${soldOut}/back-in-stock`, { body: { contact: viewer?.email } })
      const contact = { name: 'Ama', email: viewer?.email, subject: 'Other', message: 'Hello there' }
      await ask('POST', '/api/contact', { body: contact, address: `10.9.0.${who.length}` })
      return {}
    },
    'GET /api/profile/email/{email}': async (who) => ({
      address: `/api/profile/email/${people[who]?.viewer.email}`,
    }),
    'GET /api/orders/user/{email}': async (who) => {
      const { token, viewer } = people[who] ?? {}
      await place(world, [item(jar)], { customer_email: viewer?.email }, { token })
      return { address: `/api/orders/user/${viewer?.email}` }
    },
    'GET /api/order-tracking/{code}': async () => {
      const { id, tracking_code } = await edited({ delivery_option: 'pickup' })
      await world.put(world.people.admin, String(id), { status: 'Delivered' })
      await world.returning(id)
      return { address: `/api/order-tracking/${tracking_code}` }
    },
  }
}

const productFields = [
  ['name', 'Shea Butter Cream'],
  ['description', 'Rich and plain.'],
  ['brands', 'Adom'],
  ['price', '145.50'],
  ['category', 'moisturizer'],
  ['how_to_use', 'Warm it between your hands.'],
  ['stock_quantity', '10'],
  ['sku', 'ADOM-1'],
  ['choice_label', 'Ivory'],
  ['choice_colour', '#f5efe0'],
] as const

const postFields = [
  ['title', 'Dry season'],
  ['excerpt', 'What helps'],
  ['content', '<p>Shea</p>'],
  ['author_id', 'somebody-else'],
] as const

/** For one product, for ever. */
function saleOf(jar: number) {
  const span = { starts_at: '2020-01-01T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' }
  return { name: 'Jars', percent: 5, scope: 'products' as const, product_ids: [jar], ...span }
}

/** The calls about products and posts. */
export function shelfCalls({ context, jar, bar, people, shop }: CallWorld): ValidRequests {
  const linked = [
    ['set_parts', JSON.stringify([{ product_id: bar, quantity: 2 }])],
    ['goes_with', JSON.stringify([bar])],
  ] as const
  let posts = 0
  let categories = 0
  const newArticle = () => ['article', `Article ${posts++}`] as const
  const newCategory = async () => {
    const { id } = await shop.categories.add(people.admin.viewer, { name: `Category ${categories++}` })
    return id
  }
  const newSale = async () => {
    const { id } = await shop.sales.add(people.admin.viewer, z.decode(saleBody, saleOf(jar)))
    return `/api/sales/${id}`
  }
  let discounts = 0
  const anOffer = { name: 'For friends', kind: 'percent', percent: 10 } as const
  const newDiscount = async () => {
    const whole = discountBody.parse({ ...anOffer, code: `FRIEND${discounts++}` })
    const { id } = await shop.discounts.add(people.admin.viewer, whole)
    await shop.discounts.makeCodes(people.admin.viewer, id, { count: 1, prefix: '' })
    return id
  }
  const written = async () => `/api/blog-posts/${await writePost(context, { slug: `post-${posts++}` })}`
  return {
    'POST /api/products': async () => ({
      form: [...productFields, ...linked, newArticle(), ['images', await photo()]],
    }),
    'PUT /api/products': async () => ({
      form: [...productFields, ...linked, newArticle(), ['id', String(await shelve(context, { stock: 0 }))]],
    }),
    'GET /api/products/{id}': async () => ({ address: `/api/products/${jar}` }),
    'DELETE /api/products/{id}': async () => ({ address: `/api/products/${await shelve(context)}` }),
    'POST /api/products/bulk': async () => ({ body: { action: 'feature', ids: [jar] } }),
    'POST /api/products/choices': async () => {
      const article = `Article ${posts++}`
      const ids = [await shelve(context, { article }), await shelve(context, { article })]
      return { body: { ids: ids.toReversed() } }
    },
    'POST /api/products/import': async () => ({
      form: [
        ['dry_run', '1'],
        ['file', { bytes: Buffer.from('name\n\nSoap\n'), name: 'products.csv', type: 'text/csv' }],
      ],
    }),
    'POST /api/categories': async () => ({ form: [['name', `Category ${categories++}`]] }),
    'PUT /api/categories': async () => ({
      form: [
        ['id', String(await newCategory())],
        ['name', `Renamed ${categories}`],
      ],
    }),
    'POST /api/categories/order': async () => {
      const ids = (await shop.categories.list()).map(({ id }) => id)
      return { body: { ids: ids.toReversed(), seen: ids } }
    },
    'POST /api/categories/{id}/merge': async () => ({
      address: `/api/categories/${await newCategory()}/merge`,
      body: { into: await newCategory() },
    }),
    'DELETE /api/categories/{id}': async () => ({ address: `/api/categories/${await newCategory()}` }),
    'POST /api/sales': async () => ({ body: saleOf(jar) }),
    'PUT /api/sales/{id}': async () => ({ address: await newSale(), body: saleOf(jar) }),
    'POST /api/sales/{id}/end': async () => ({ address: `${await newSale()}/end`, body: {} }),
    'DELETE /api/sales/{id}': async () => ({ address: await newSale() }),
    'POST /api/discounts/check': async () => ({ body: { items: [{ product_id: jar, quantity: 1 }] } }),
    'POST /api/discounts': async () => ({ body: { ...anOffer, code: `SHELF${discounts++}` } }),
    'GET /api/discounts/{id}': async () => ({ address: `/api/discounts/${await newDiscount()}` }),
    'PUT /api/discounts/{id}': async () => ({
      address: `/api/discounts/${await newDiscount()}`,
      body: { ...anOffer, percent: 5 },
    }),
    'DELETE /api/discounts/{id}': async () => ({ address: `/api/discounts/${await newDiscount()}` }),
    'POST /api/discounts/{id}/codes': async () => ({
      address: `/api/discounts/${await newDiscount()}/codes`,
      body: { count: 2 },
    }),
    'GET /api/discounts/{id}/codes.csv': async () => ({
      address: `/api/discounts/${await newDiscount()}/codes.csv`,
    }),
    'POST /api/products/update-stock': async () => ({ body: [{ productId: jar, quantity: 1 }] }),
    'POST /api/blog-posts': async () => ({ form: [...postFields, ['image', await photo()]] }),
    'GET /api/blog-posts/{id}': async () => ({ address: await written() }),
    'GET /api/blog-posts/slug/{slug}': async () => {
      await writePost(context, { slug: `read-${posts}` })
      return { address: `/api/blog-posts/slug/read-${posts++}` }
    },
    'PUT /api/blog-posts/{id}': async () => ({
      address: await written(),
      form: [...postFields, ['image', await photo()]],
    }),
    'DELETE /api/blog-posts/{id}': async () => ({ address: await written() }),
    'POST /api/blog-posts/preview': async () => ({ body: { content: '<p>Shea</p>' } }),
    'POST /api/uploads': async () => ({ form: [['image', await photo()]] }),
  }
}

/** Each payment rings a phone of its own. */
function toStart(
  orderId: number,
  { order_total: amount, tracking_code }: { order_total: number; tracking_code: string },
  customerPhone: string,
): object {
  return { orderId, amount, tracking_code, customerPhone }
}

/** An offer that waits in its drawer, and perhaps somebody who got it. */
export async function offered({ db, clock, random }: Context, address = ''): Promise<number> {
  const at = clock()
  const texts = { name: 'Easter', channel: 'email', subject: 'Easter', text: 'Hello {name}' } as const
  const [row] = await db
    .insert(campaigns)
    .values({ ...texts, link: '/shop', category: '', town: '', state: 'draft', createdAt: at, updatedAt: at })
    .returning()
  const campaignId = row?.id ?? 0
  const got = { id: random.uuid(), campaignId, address, state: 'sent', changedAt: at } as const
  if (address !== '') await db.insert(campaignRecipients).values(got)
  return campaignId
}
