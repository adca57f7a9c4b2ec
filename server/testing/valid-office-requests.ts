import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { OrderLedgerResponse } from '#contract/admin-orders.ts'
import type { DriverCashResponse, ProofResponse } from '#contract/delivery.ts'
import type { AdminPaymentResponse } from '#contract/payments.ts'
import type { OrderReturnsResponse } from '#contract/returns.ts'
import type { BrandResponse } from '#contract/settings.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import type { AlertsResponse } from '#contract/team.ts'
import { dayAfter } from '#rules/delivery-attempts.ts'
import { middle } from '#rules/focus-point.ts'
import { defaultHome } from '#rules/home-page.ts'
import { apiKeys } from '../features/accounts/tables.ts'
import { campaigns } from '../features/campaigns/tables.ts'
import {
  contactMessages,
  conversationLines,
  conversations,
  newsletterReaders,
} from '../features/messages/tables.ts'
import { markSamples } from '../features/opening/opening.ts'
import { orderHistory, orderLines, orderMessages, orders } from '../features/orders/tables.ts'
import { payments, refunds } from '../features/payments/tables.ts'
import { webhooks } from '../features/webhooks/tables.ts'
import { appCode } from './authenticator-app.ts'
import { brandFields, browserPhone, photo, uploadForm } from './forms.ts'
import { item, orderBody, place } from './sample-orders.ts'
import { type CallWorld, offered, shelfCalls, type ValidRequests } from './valid-requests.ts'

/** The calls of drivers and of the back office. */
export function officeCalls(world: CallWorld): ValidRequests {
  return {
    ...shelfCalls(world),
    ...orderCalls(world),
    ...moneyCalls(world),
    ...otherCalls(world),
    ...pageCalls(world),
  }
}

function orderCalls(world: CallWorld): ValidRequests {
  const { ask, assigned, context, forgetJobs, jar, order, losing, edited, invoiced, people, put } = world
  const { admin, driver } = people
  const addressOf = async (rest: string) => `/api/orders/${(await assigned()).id}${rest}`
  const attempt = { outcome: 'postponed', note: 'At work', day: dayAfter(context.clock(), 2) }
  const attempted = async () => {
    const { id, code } = await assigned('Shipped', driver, { customer_phone: '024 555 1234' })
    await ask('POST', `/api/orders/${id}/attempts`, { token: driver.token, body: attempt })
    return { id, code }
  }
  const delivered = async () => {
    const { id } = await attempted()
    await put(driver, String(id), { status: 'Delivered', cash: { collected: 130 } })
    return `/api/orders/${id}`
  }
  const withPhoto = async () => {
    const address = await delivered()
    const form = await uploadForm([['photo', await photo()]])
    const { body } = await ask<ProofResponse>('POST', `${address}/proofs`, { token: driver.token, ...form })
    return { address, proof: body.id }
  }
  const money = { kind: 'receipt', way: 'cash', amount: 20, last_line: 0 }
  const withMoney = async () => {
    const address = await addressOf('/money')
    const sent = { token: admin.token, body: money }
    const { body } = await ask<OrderLedgerResponse>('POST', address, sent)
    return { address, line: body.last_line }
  }
  return {
    'GET /api/orders/{id}': async () => {
      const address = await delivered()
      // What it was delivered with has no discount, and the answer is to show the fields of one.
      const discounts = [{ id: 1, name: 'On soap', code: null, amount: 0 }]
      const id = Number(address.split('/').at(-1))
      const parts = [{ productId: jar, name: 'Soap', quantity: 1 }]
      await context.db.update(orderLines).set({ parts }).where(eq(orderLines.orderId, id))
      await context.db.update(orders).set({ discounts }).where(eq(orders.id, id))
      const edits = [{ part: 'name' as const, name: '', before: 'Ama', after: 'Efua' }]
      await context.db.update(orderHistory).set({ edits }).where(eq(orderHistory.orderId, id))
      return { address }
    },
    'GET /api/orders/{id}/receipts': async () => ({ address: (await invoiced()).address }),
    'POST /api/orders/{id}/receipts': async () => ({ address: (await invoiced()).address }),
    'GET /api/orders': async () => {
      await edited()
      return {}
    },
    'PUT /api/orders/{id}': async () => ({ address: await addressOf(''), body: { status: 'Delivered' } }),
    'POST /api/orders/manual': async () => {
      const { payment_method: _, ...body } = orderBody([item(jar)], { source: 'phone', note: 'Rang' }) as {
        payment_method: string
      }
      return { body }
    },
    'PUT /api/orders/status': async () => {
      const { id } = await order()
      return { body: { order_ids: [id, 999_999], status: 'Cancelled' } }
    },
    'PUT /api/orders/drivers': async () => {
      const { id } = await order()
      return { body: { order_ids: [id, 999_999], driver_id: driver.viewer.id } }
    },
    'PUT /api/orders/{id}/confirmation': async () => {
      const { id } = await order()
      await context.db
        .update(orders)
        .set({ toConfirm: ['many_pieces'] })
        .where(eq(orders.id, id))
      return { address: `/api/orders/${id}/confirmation`, body: { confirmed: false } }
    },
    'GET /api/orders/{id}/messages': async () => {
      await forgetJobs()
      const address = await addressOf('/messages')
      await context.jobs.runDue()
      return { address }
    },
    'POST /api/orders/{id}/messages/{messageId}/again': async () => {
      await forgetJobs()
      const { id } = await order()
      await context.jobs.runDue()
      const [failed] = await context.db
        .update(orderMessages)
        .set({ state: 'failed', reason: 'unreachable' })
        .where(and(eq(orderMessages.orderId, id), eq(orderMessages.channel, 'email')))
        .returning()
      return { address: `/api/orders/${id}/messages/${failed?.id}/again` }
    },
    'PUT /api/orders/{id}/told': async () => ({
      address: await addressOf('/told'),
      body: { told: true, about: 'received' },
    }),
    'PUT /api/orders/{id}/contents': async () => ({
      address: `/api/orders/${(await losing()).id}/contents`,
      body: { items: [item(jar, 2)] },
    }),
    'PUT /api/orders/{id}/note': async () => ({
      address: await addressOf('/note'),
      body: { note: 'Regular' },
    }),
    'POST /api/orders/{id}/money': async () => ({ address: await addressOf('/money'), body: money }),
    'GET /api/orders/{id}/money': async () => ({ address: (await withMoney()).address }),
    'POST /api/orders/{id}/money/{line}/take-back': async () => {
      const { address, line } = await withMoney()
      return { address: `${address}/${line}/take-back`, body: { note: 'Wrong order' } }
    },
    ...returnCalls(world),
    'PUT /api/orders/{id}/delivery-note': async () => ({
      address: `${(await withPhoto()).address}/delivery-note`,
      body: { note: 'Ring twice' },
    }),
    'GET /api/orders/{id}/delivery': async () => ({
      address: `${(await withPhoto()).address}/delivery`,
    }),
    'GET /api/orders/{id}/proofs/{proof}': async () => {
      const { address, proof } = await withPhoto()
      return { address: `${address}/proofs/${proof}` }
    },
    'PUT /api/orders/{id}/next-delivery': async () => ({
      address: `/api/orders/${(await attempted()).id}/next-delivery`,
      body: { driver_id: driver.viewer.id, deliver_on: dayAfter(context.clock(), 2), expected_attempts: 1 },
    }),
    'POST /api/orders/{id}/attempts': async () => ({ address: await addressOf('/attempts'), body: attempt }),
    'POST /api/orders/new-day': async () => ({
      body: { code: (await attempted()).code, phone: '024 555 1234', day: dayAfter(context.clock(), 3) },
    }),
    'PUT /api/orders/{id}/cash': async () => ({
      address: `${await delivered()}/cash`,
      body: { collected: 120, reason: 'Ten short' },
    }),
    'POST /api/orders/{id}/proofs': async () => ({
      address: `${await delivered()}/proofs`,
      form: [['photo', await photo()]],
    }),
    'POST /api/hand-overs': async () => {
      await delivered()
      const { body } = await ask<DriverCashResponse[]>('GET', '/api/cash', { token: admin.token })
      const { in_hand: counted, last_entry } = body.find((book) => book.driver.id === driver.viewer.id) ?? {}
      return { body: { driver_id: driver.viewer.id, counted, note: 'Counted twice', last_entry } }
    },
  }
}

function returnCalls({ ask, asking, jar, people, put, returning }: CallWorld): ValidRequests {
  const { token } = people.admin
  /** Two of it: one comes back, and one still can. */
  const delivered = async () => {
    const { id } = await place({ ask }, [item(jar, 2)])
    await put(people.admin, String(id), { status: 'Delivered' })
    return id
  }
  const opened = async () => returning(await delivered())
  const withPhoto = async () => {
    const { one } = await opened()
    await ask('PUT', `${one}/photo`, { token, ...(await uploadForm([['photo', await photo()]])) })
    return one
  }
  const receipt = async () => {
    const { one, product_id, expected } = await opened()
    return {
      address: `${one}/receive`,
      body: { items: [{ product_id, to_shelf: 1, written_off: 0 }], expected },
    }
  }
  return {
    'GET /api/orders/{id}/returns': async () => ({ address: (await opened()).address }),
    'POST /api/orders/{id}/returns': async () => {
      const { address, body } = await asking(await delivered())
      return { address, body }
    },
    'POST /api/orders/{id}/returns/{return}/step': async () => {
      const { one, expected } = await opened()
      return { address: `${one}/step`, body: { to: 'fetched', expected } }
    },
    'POST /api/orders/{id}/returns/{return}/receive': receipt,
    'POST /api/orders/{id}/returns/{return}/settle': async () => {
      const { address, body } = await receipt()
      const { body: received } = await ask<OrderReturnsResponse>('POST', address, { token, body })
      return {
        address: address.replace('/receive', '/settle'),
        body: { amount: 1, way: 'cash', expected: received.expected },
      }
    },
    'PUT /api/orders/{id}/returns/{return}/photo': async () => ({
      address: `${(await opened()).one}/photo`,
      form: [['photo', await photo()]],
    }),
    'GET /api/orders/{id}/returns/{return}/photo': async () => ({ address: `${await withPhoto()}/photo` }),
  }
}

function moneyCalls({ ask, payment, context, people: { admin } }: CallWorld): ValidRequests {
  const otherwise = { reportedReference: 'Another payment' }
  /** A payment that waits for somebody's decision. */
  const at = async (stage: 'review' | 'refund_due', decision: string) => {
    const { address, reference } = await payment('approve')
    const waiting = { stage, paysOrder: false, ...otherwise }
    await context.db.update(payments).set(waiting).where(eq(payments.reference, reference))
    const failed = { amount: 100, way: 'gateway', stage: 'failed', note: 'Did not work' } as const
    const now = { createdAt: context.clock(), stageAt: context.clock() }
    await context.db
      .insert(refunds)
      .values({ reference: randomUUID(), payment: reference, ...failed, ...now })
    return { address: `${address}/${decision}`, body: { note: 'Seen on the account' } }
  }
  return {
    'POST /api/payments/{referenceId}/accept': () => at('review', 'accept'),
    'POST /api/payments/{referenceId}/refunded': () => at('refund_due', 'refunded'),
    'POST /api/payments/{referenceId}/refunds/{refund}/decide': async () => {
      const { address } = await at('refund_due', '')
      const { body } = await ask<AdminPaymentResponse>('POST', `${address}refund`, {
        token: admin.token,
        body: { amount: 10, note: 'Came broken' },
      })
      const reference = body.refunds.find(({ state }) => state === 'under_way')?.reference ?? ''
      const stuck = { reason: 'NEEDS_ATTENTION' }
      await context.db.update(refunds).set(stuck).where(eq(refunds.reference, reference))
      return {
        address: `${address}refunds/${reference}/decide`,
        body: { outcome: 'not_paid_back', note: 'Stopped there' },
      }
    },
    'POST /api/payments/{referenceId}/refund': async () => {
      const { address, reference } = await payment('approve')
      await context.db.update(payments).set(otherwise).where(eq(payments.reference, reference))
      return { address: `${address}/refund`, body: { amount: 10, note: 'Came broken' } }
    },
  }
}

function otherCalls({ ask, newcomer, password, people, context, review, shop }: CallWorld): ValidRequests {
  const { db } = context
  const colleague = () => newcomer({ isAdmin: true, isDriver: true })
  const begun = async () => {
    const person = await colleague()
    return { ...person, ...(await shop.accounts.beginSecondFactor(person.viewer, password)) }
  }
  const withFactor = async () => {
    const { secret, ...person } = await begun()
    await shop.accounts.turnOnSecondFactor(person.viewer, appCode(secret, context.clock()))
    return person
  }
  const invite = async () => {
    const { invitation } = await shop.accounts.inviteColleague(people.admin.viewer, { role: 'helper' })
    return invitation.id
  }
  /** Given to somebody, and with the number of somebody who writes on WhatsApp: the answer is to show both. */
  const conversation = async () => {
    const now = context.clock()
    const email = `kofi.${context.random.uuid()}@example.com`
    const chat = { phone: '233241234567', name: 'Kofi', lastLineAt: now }
    await db.insert(conversations).values(chat).onConflictDoNothing()
    const assignedTo = people.admin.viewer.id
    const contact = { name: 'Kofi', email, subject: 'Other', message: 'Ring 024 123 4567', createdAt: now }
    const [message] = await db.insert(contactMessages).values(contact).returning()
    const [row] = await db
      .insert(conversations)
      .values({ email, name: 'Kofi', assignedTo, lastLineAt: now })
      .returning()
    const line = {
      isIncoming: true,
      channel: 'form',
      address: email,
      happenedAt: now,
      changedAt: now,
    } as const
    const conversationId = row?.id ?? 0
    await db.insert(conversationLines).values({ ...line, conversationId, contactMessageId: message?.id })
    return { address: `/api/conversations/${conversationId}`, version: row?.version ?? 0 }
  }
  const newKey = async () => {
    await db.update(apiKeys).set({ revokedAt: context.clock() })
    return (await shop.accounts.makeKey(people.admin.viewer, { name: 'Accounts', role: 'helper' })).apiKey.id
  }
  const hook = async () => {
    await db.delete(webhooks)
    const input = { url: 'https://tool.example.com/shop', events: ['order.created' as const] }
    return (await shop.webhooks.add(people.admin.viewer, input)).webhook.id
  }
  const phoneOf = (who: string) => ({ ...browserPhone, endpoint: `${browserPhone.endpoint}${who}` })
  const withPhone = async (who: keyof typeof people) => {
    await ask('PUT', '/api/alerts/phone', { token: people[who]?.token ?? '', body: phoneOf(who) })
    return {}
  }
  const homeWithPicture = async () => {
    const form = await uploadForm([['image', await photo()]])
    const { body } = await ask<{ url: string }>('POST', '/api/uploads', {
      token: people.admin.token,
      ...form,
    })
    return { home: { ...defaultHome, picture: { address: body.url, alt: 'Shea nuts', focus: middle } } }
  }
  return {
    'GET /api/team/invitations': async () => {
      await invite()
      return {}
    },
    'POST /api/team/invitations': async () => ({ body: { role: 'helper', phone: '024 123 4567' } }),
    'DELETE /api/team/invitations/{id}': async () => ({ address: `/api/team/invitations/${await invite()}` }),
    'GET /api/keys': async () => {
      await newKey()
      return {}
    },
    'POST /api/keys': async () => ({ body: { name: 'Accounts', role: 'manager' } }),
    'DELETE /api/keys/{id}': async () => ({ address: `/api/keys/${await newKey()}` }),
    'GET /api/webhooks': async () => {
      await hook()
      return {}
    },
    'POST /api/webhooks': async () => {
      await db.delete(webhooks)
      return { body: { url: 'https://tool.example.com/shop', events: ['order.created'] } }
    },
    'PUT /api/webhooks/{id}': async () => ({
      address: `/api/webhooks/${await hook()}`,
      body: { url: 'https://tool.example.com/new', events: ['stock.low'], is_paused: true },
    }),
    'POST /api/webhooks/{id}/secret': async () => ({ address: `/api/webhooks/${await hook()}/secret` }),
    'DELETE /api/webhooks/{id}': async () => ({ address: `/api/webhooks/${await hook()}` }),
    'POST /api/webhooks/{id}/test': async () => ({ address: `/api/webhooks/${await hook()}/test` }),
    'GET /api/webhooks/{id}/deliveries': async () => {
      const id = await hook()
      await shop.webhooks.sendTest(id)
      return { address: `/api/webhooks/${id}/deliveries` }
    },
    'POST /api/webhooks/{id}/deliveries/{delivery}/again': async () => {
      const id = await hook()
      const { id: delivery } = await shop.webhooks.sendTest(id)
      return { address: `/api/webhooks/${id}/deliveries/${delivery}/again` }
    },
    'PUT /api/team/{id}': async () => ({
      address: `/api/team/${(await newcomer()).viewer.id}`,
      body: { is_driver: true },
    }),
    'PUT /api/team/{id}/block': async () => ({
      address: `/api/team/${(await newcomer()).viewer.id}/block`,
      body: { is_blocked: true },
    }),
    'DELETE /api/team/{id}/sessions': async () => ({
      address: `/api/team/${(await newcomer()).viewer.id}/sessions`,
    }),
    'DELETE /api/team/{id}/second-factor': async () => ({
      address: `/api/team/${(await newcomer()).viewer.id}/second-factor`,
    }),
    'POST /api/account/second-factor': async () => ({ body: { password }, as: await colleague() }),
    'POST /api/account/second-factor/on': async () => {
      const { secret, ...as } = await begun()
      return { as, body: { code: appCode(secret, context.clock()) } }
    },
    'POST /api/account/second-factor/off': async () => ({ body: { password }, as: await withFactor() }),
    'POST /api/account/second-factor/recovery-codes': async () => ({
      body: { password },
      as: await withFactor(),
    }),
    'PUT /api/testimonials/{id}': async () => {
      const body = { quote: 'Lovely', rating: 4 }
      const { token } = await newcomer()
      const { body: said } = await ask<{ id: number }>('POST', '/api/testimonials', { token, body })
      return { address: `/api/testimonials/${said.id}`, body: { hidden: false } }
    },
    'GET /api/reviews': async () => {
      await review()
      return {}
    },
    'PUT /api/reviews/{id}': async () => ({ address: (await review()).address, body: { answer: 'Welcome' } }),
    'DELETE /api/reviews/{id}': async () => ({ address: (await review()).address }),
    'GET /api/campaigns': async () => {
      await offered(context)
      return {}
    },
    'POST /api/campaigns': async () => ({ body: { name: 'Easter', channel: 'sms', text: 'Hello {name}' } }),
    'POST /api/campaigns/preview': async () => ({ body: { channel: 'sms', days: 30, town: 'Tema' } }),
    'GET /api/campaigns/{id}': async () => ({ address: `/api/campaigns/${await offered(context)}` }),
    'PUT /api/campaigns/{id}': async () => ({
      address: `/api/campaigns/${await offered(context)}`,
      body: { name: 'Christmas', channel: 'sms', text: 'Hello {name}' },
    }),
    'DELETE /api/campaigns/{id}': async () => ({ address: `/api/campaigns/${await offered(context)}` }),
    'PUT /api/campaigns/{id}/state': async () => {
      const id = await offered(context)
      await db.update(campaigns).set({ state: 'sending' }).where(eq(campaigns.id, id))
      return { address: `/api/campaigns/${id}/state`, body: { from: 'sending', to: 'stopped' } }
    },
    'POST /api/campaigns/{id}/test': async () => ({
      address: `/api/campaigns/${await offered(context)}/test`,
    }),
    'GET /api/conversations': async () => {
      await conversation()
      return {}
    },
    'GET /api/conversations/{id}': async () => ({ address: (await conversation()).address }),
    'PUT /api/conversations/{id}': async () => {
      const { address, version } = await conversation()
      return { address, body: { version, state: 'closed' } }
    },
    'POST /api/conversations/{id}/replies': async () => ({
      address: `${(await conversation()).address}/replies`,
      body: { way: 'sms', text: 'Welcome' },
    }),
    'GET /api/alerts': withPhone,
    'PUT /api/alerts': async (who) => ({
      ...(await withPhone(who)),
      body: { kind: 'order', way: 'mail', on: true },
    }),
    'PUT /api/alerts/phone': async (who) => ({ body: phoneOf(who) }),
    'DELETE /api/alerts/phones/{id}': async () => {
      const person = await newcomer({ isHelper: true })
      const sent = { token: person.token, body: phoneOf('newcomer') }
      const { body } = await ask<AlertsResponse>('PUT', '/api/alerts/phone', sent)
      return { as: person, address: `/api/alerts/phones/${body.phones[0]?.id}` }
    },
    'PUT /api/newsletter/{id}': async () => {
      await ask('POST', '/api/newsletter', { body: { email: 'off.the.list@example.com' } })
      const isHer = eq(newsletterReaders.email, 'off.the.list@example.com')
      const [row] = await db.select().from(newsletterReaders).where(isHer)
      return { address: `/api/newsletter/${row?.id}`, body: { removed: true } }
    },
    'PUT /api/brand': async () => {
      const { body } = await ask<BrandResponse>('GET', '/api/brand', { token: people.admin.token })
      const pictures = await Promise.all(
        (['logo_light', 'logo_dark', 'icon', 'share_card'] as const).map(
          async (name) => [name, await photo('#246', 600)] as const,
        ),
      )
      return { form: [...brandFields(body), ...pictures] }
    },
    'PUT /api/setup/opening': async () => ({ body: { is_open: true } }),
    'PUT /api/setup/items/{item}': async () => ({
      address: '/api/setup/items/fees',
      body: { is_confirmed: true },
    }),
    'POST /api/setup/owner-link': async () => {
      const demo = await newcomer({ isAdmin: true })
      await markSamples(context.db, 'account', [demo.viewer.id])
      return { as: demo }
    },
    'GET /api/delivery-days': async () => {
      const { body } = await ask<SettingsResponse>('GET', '/api/settings', { token: people.admin.token })
      const days = { weekdays: [1], slots: [], cut_off_days: 1, cut_off_hour: 16, capacity: 0 }
      const others = body.settings.delivery_fees.map(({ days: _, ...row }) => row)
      const delivery_fees = [
        { region: null, cities: ['Daytown'], fee: 45, days },
        ...others.filter(({ cities }) => !cities.includes('Daytown')),
      ]
      const settings = { delivery_days: true, delivery_fees }
      await ask('PUT', '/api/settings', {
        token: people.admin.token,
        body: { version: body.version, settings },
      })
      return { address: '/api/delivery-days?city=Daytown' }
    },
    'PUT /api/settings': async () => {
      const { body } = await ask<SettingsResponse>('GET', '/api/settings', { token: people.admin.token })
      const days = { weekdays: [1], slots: ['09-12'], cut_off_days: 1, cut_off_hour: 16, capacity: 0 }
      const delivery_fees = body.settings.delivery_fees.map((row) => ({ ...row, free_from: 300, days }))
      const changes = { low_stock_level: 600, delivery_fees, delivery_days: false }
      return { body: { version: body.version, settings: changes } }
    },
    'GET /api/home': async () => {
      await ask('PUT', '/api/home', { token: people.admin.token, body: await homeWithPicture() })
      return {}
    },
    'PUT /api/home': async () => ({ body: await homeWithPicture() }),
  }
}

/** The answer names what a text can have: a question, an older version and something that readers see. */
function pageCalls({ ask, people }: CallWorld): ValidRequests {
  const text = { title: 'Care', lead: 'Gently.', content: '<p>Shea</p>', in_footer: true }
  const faq = { title: 'Questions', questions: [{ question: 'Why?', answer: '<p>So.</p>' }] }
  const own = async () => {
    const body = { ...text, publish: true }
    const { token } = people.admin
    const { body: made } = await ask<{ slug: string }>('POST', '/api/pages', { token, body })
    return { address: `/api/pages/${made.slug}` }
  }
  const published = async (rest = '') => {
    await ask('PUT', '/api/pages/faq', { token: people.admin.token, body: { ...faq, action: 'publish' } })
    return { address: `/api/pages/faq${rest}` }
  }
  return {
    'POST /api/pages': async () => ({ body: { ...text, publish: true } }),
    'POST /api/pages/preview': async () => ({ body: { kind: 'faq', ...faq } }),
    'GET /api/pages/{slug}': () => published(),
    'PUT /api/pages/{slug}': async () => ({ ...(await published()), body: { ...faq, action: 'publish' } }),
    'DELETE /api/pages/{slug}': () => own(),
    'GET /api/pages/{slug}/versions/{version}': async () => ({ address: '/api/pages/faq/versions/0' }),
    'POST /api/pages/{slug}/restore': async () => {
      const { address } = await published('/restore')
      return { address, body: { version: null } }
    },
    'POST /api/pages/{slug}/read': () => published('/read'),
  }
}
