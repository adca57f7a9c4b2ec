import { expect, type Page } from '@playwright/test'
import { bearer, openShelf, rowOf } from './setup/office.ts'
import { answerPhone, beginPayment } from './setup/online-order.ts'
import { toasts } from './setup/page.ts'
import { androidPhone, catchChats, laptop } from './setup/shopping.ts'
import { test } from './setup/visit.ts'

function drawer(page: Page, { tracking_code }: { tracking_code: string }) {
  return page.getByRole('dialog', { name: `Order ${tracking_code}` })
}

test('everything about an order stands in its drawer, which has an address of its own, on a laptop and on a phone', async ({
  page,
  request,
  signIn,
}) => {
  await page.setViewportSize(laptop.viewport)
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await shelf.setStatus(order, 'Processing')
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await rowOf(page, order).getByRole('link', { name: order.tracking_code }).click()
  const shown = drawer(page, order)
  await expect(page).toHaveURL(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  await expect(shown).toContainText(`Ama ${shelf.surname}`)
  await expect(shown).toContainText('House 14, behind Shell')
  await expect(shown).toContainText('Kumasi, Ashanti')
  await expect(shown.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+233241234567')
  await expect(shown.getByRole('link', { name: 'WhatsApp', exact: true })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/233241234567\?text=Hello%20Ama/,
  )
  await expect(shown).toContainText('To collect: Ghs 245.00')
  await expect(shown.getByRole('listitem').filter({ hasText: 'Processing' })).toContainText('Demo Admin')

  await page.setViewportSize(androidPhone.viewport)
  await page.reload()
  await expect(drawer(page, order)).toBeVisible()
  await expect(page.locator(`#order-${order.id}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`/admin/orders?q=${shelf.surname}`)
  await expect(rowOf(page, order)).toBeFocused()
})

test('who has no e-mail is not told yet, until somebody opens WhatsApp with one tap', {
  tag: '@faults',
}, async ({ page, context, request, signIn, expectUsable }) => {
  await catchChats(context)
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const order = await shelf.order('Ama', { customer_email: '' })
  await shelf.order('Kojo', { customer_email: 'kojo@example.com' })
  const isUntold = async () => {
    const answer = await request.get(`/api/orders/${order.id}/messages`, { headers: bearer(token) })
    return (await answer.json()).messages.length === 1
  }
  await expect.poll(isUntold).toBe(true)
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Not told yet' }).click()
  await expect(page).toHaveURL(/told=no/)
  await rowOf(page, order).getByRole('link', { name: order.tracking_code }).click()
  const messages = drawer(page, order).getByRole('listitem').filter({ hasText: 'By hand' })
  await expect(messages).toContainText('Not told yetOrder received')
  await expectUsable()
  const tell = drawer(page, order).getByRole('link', { name: 'Tell on WhatsApp' })
  await expect(tell).toHaveAttribute(
    'href',
    new RegExp(`^https://wa\\.me/233241234567\\?text=Hello%20Ama.*${order.tracking_code}$`),
  )
  const chat = page.waitForEvent('popup')
  await tell.click()
  await chat
  await expect(messages).toContainText('ToldOrder received')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(messages).toContainText('Not told yetOrder received')
})

test('an order is changed in its drawer: what it comes to is shown first, and the history says what it was', {
  tag: '@faults',
}, async ({ page, request, signIn, expectUsable }) => {
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?order=${order.id}`)
  await drawer(page, order).getByRole('button', { name: 'Edit order' }).click()
  const form = page.getByRole('dialog', { name: `Edit order ${order.tracking_code}` })
  await form.getByRole('button', { name: /^Decrease quantity of/ }).click()
  await form.getByRole('combobox', { name: 'City' }).fill('Obuasi')
  await form.getByRole('button', { name: 'Show what it comes to' }).click()
  const outcome = form.getByRole('region', { name: 'What it comes to' })
  await expect(outcome).toContainText('Total beforeGhs 245.00')
  await expect(outcome).toContainText('New totalGhs 145.00')
  await expectUsable()
  // Somebody else was quicker.
  await shelf.setStatus(order, 'Processing')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form).toContainText('changed by someone else')
  await form.getByRole('button', { name: 'Load it anew' }).click()
  await expect(form.getByRole('combobox', { name: 'City' })).toHaveValue('Kumasi')
  await form.getByRole('button', { name: /^Decrease quantity of/ }).click()
  await form.getByRole('button', { name: 'Show what it comes to' }).click()
  await form.getByRole('button', { name: 'Save changes' }).click()
  const shown = drawer(page, order)
  await expect(shown).toContainText('To collect: Ghs 145.00')
  await expect(
    shown.getByRole('listitem').filter({ hasText: 'Total: Ghs 245.00 → Ghs 145.00' }).first(),
  ).toBeVisible()
})

test('an unusual order gives its products back with one press, and an unpaid one is sent only after a question', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const shelf = await openShelf(request, page, await signIn('admin'), 30)
  const items = [{ product_id: shelf.product.id, quantity: 25 }]
  const unusual = await shelf.order('Kojo', { items })
  const unpaid = await shelf.order('Esi', { payment_method: 'mtn_momo' })
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await expect(rowOf(page, unusual)).toContainText('To confirm')
  await expect(rowOf(page, unpaid)).not.toContainText('To confirm')
  await rowOf(page, unusual).getByRole('link', { name: unusual.tracking_code }).click()
  await drawer(page, unusual).getByRole('button', { name: 'Cancel, give products back' }).click()
  await expect(drawer(page, unusual).getByRole('heading', { name: 'To confirm' })).toBeHidden()
  await expect(drawer(page, unusual).getByLabel(/^Status of/)).toHaveValue('Cancelled')
  expect(await shelf.stock()).toBe(28)

  await page.goto(`/admin/orders?q=${shelf.surname}&order=${unpaid.id}`)
  const status = drawer(page, unpaid).getByLabel(/^Status of/)
  await status.selectOption('Shipped')
  const question = page.getByRole('dialog', { name: 'This order is not paid' })
  await question.getByRole('button', { name: 'Do not send it' }).click()
  await expect(status).toHaveValue('Pending')
  await status.selectOption('Shipped')
  await question.getByRole('button', { name: 'Send it, paid on delivery' }).click()
  await expect(drawer(page, unpaid)).toContainText('To collect: Ghs 245.00')
  await expect(status).toHaveValue('Shipped')
})

test('a driver is given to an order in its drawer, and taken back again', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  const driver = drawer(page, order).getByLabel('Driver', { exact: true })
  const choice = driver.getByRole('option', { name: /^Demo Driver/ })
  await driver.selectOption(String(await choice.getAttribute('value')))
  await expect(toasts(page)).toContainText('1 order given to Demo Driver')
  await expect(driver).toHaveValue(/.+/)
  await driver.selectOption('')
  await expect(toasts(page)).toContainText('1 order taken back from the driver')
})

test('a note is kept for the staff; nobody overwrites a note they have not seen, and none is lost by leaving', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?q=${shelf.surname}&order=${order.id}`)
  const shown = drawer(page, order)
  const note = shown.getByLabel('Internal note')
  await note.fill('Gate is blue')
  await note.press('Control+s')
  await expect(toasts(page)).toContainText('The note is saved')

  const data = { note: 'Ask for Kofi' }
  await request.put(`/api/orders/${order.id}/note`, { headers: bearer(token), data })
  await note.fill('Gate is green')
  await shown.getByRole('button', { name: 'Save note' }).click()
  await expect(shown.getByText('Somebody else has written meanwhile: “Ask for Kofi”.')).toBeVisible()
  await expect(note).toHaveValue('Gate is green')

  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  const save = shown.getByRole('button', { name: 'Save note' })
  await save.click()
  await expect(shown.getByText('Somebody else')).toBeHidden()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(save).not.toHaveAttribute('aria-busy')
  const forDriver = shown.getByLabel('Note for the driver')
  await forDriver.fill('Ring twice')
  const theirs = { headers: bearer(token), data: { note: 'Call first' } }
  await request.put(`/api/orders/${order.id}/delivery-note`, theirs)
  await shown.getByRole('button', { name: 'Save for driver' }).click()
  await expect(forDriver).toHaveAccessibleDescription(/Somebody else has written meanwhile: “Call first”/)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(shown).toBeHidden()
})

test('an order that came by phone is written down, checked, and stands in the list with who took it', async ({
  page,
  request,
  signIn,
}) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  await page.goto(`/admin/orders?q=${shelf.surname}`)
  await page.getByRole('button', { name: 'New order' }).click()
  const form = page.getByRole('dialog', { name: 'New order' })
  await form.getByRole('button', { name: 'Place order' }).click()
  const problem = form.getByRole('group', { name: 'There is a problem' })
  await expect(problem.getByRole('link').first()).toHaveText('Please add at least one product')

  await form.getByRole('combobox', { name: 'Add a product' }).fill(shelf.product.name)
  await form.getByRole('option', { name: new RegExp(shelf.surname) }).click()
  await form.getByRole('button', { name: `Increase quantity of ${shelf.product.name}` }).click()
  await form.getByLabel('Full name').fill(`Akua ${shelf.surname}`)
  await form.getByLabel('Phone', { exact: true }).fill('020 123 4567')
  await form.getByLabel('State / Region').selectOption('Greater Accra')
  await form.getByRole('combobox', { name: 'City' }).fill('Tema')
  await form.getByLabel('Street, house or landmark').fill('Community 4')
  await expect(form).toContainText('Ghs 255.00')
  await form.getByRole('button', { name: 'Place order' }).click()
  await expect(toasts(page)).toContainText('is taken')
  const shown = page.getByRole('dialog', { name: /^Order / })
  await expect(shown).toContainText('Taken by phone')
  await expect(shown.getByRole('listitem').filter({ hasText: 'Pending' })).toContainText('Demo Admin')
  expect(await shelf.stock()).toBe(48)
})

test('money for a cancelled order goes back in part by the gateway and for the rest by hand', {
  tag: '@faults',
}, async ({ page, request, signIn, expectAccessible }) => {
  const shelf = await openShelf(request, page, await signIn('admin'))
  const { code, reference } = await beginPayment(request, shelf.product.name)
  await page.goto(`/admin/orders?q=${code}`)
  await page.getByRole('link', { name: code }).click()
  const shown = drawer(page, { tracking_code: code })
  const tried = shown.getByRole('listitem').filter({ hasText: 'Test payment' })
  await expect(tried).toContainText('Awaiting payment')
  await answerPhone(request, reference, 'approve')
  const stateNow = async () => (await (await request.get(`/api/payments/${reference}`)).json()).state
  await expect.poll(stateNow).toBe('paid')
  await expect(tried).toContainText('Paid')

  await shown.getByRole('combobox', { name: `Status of ${code}` }).selectOption('Cancelled')
  await expect(toasts(page)).toContainText('Stock Restored')
  await expect(tried).toContainText('Refund due')
  await page.goto('/admin')
  const due = page.getByRole('region', { name: 'Payments to review' }).getByRole('listitem')
  const row = due.filter({ hasText: code })
  await expect(row).toContainText('Refund due')
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Refund due', exact: true }).click()
  const listed = page
    .getByRole('region', { name: 'Payments' })
    .getByRole('listitem')
    .filter({ hasText: code })
  await listed.getByRole('link', { name: code }).click()
  await shown.getByRole('button', { name: 'Pay back' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pay money back' })
  const amount = dialog.getByLabel('Amount')
  await amount.fill('100000')
  await dialog.getByRole('button', { name: 'Pay back Ghs 100000.00' }).click()
  await expect(dialog.getByText(/^Enter an amount up to Ghs/)).toBeVisible()
  await expect(dialog.getByText('Please write why, for the books.')).toBeVisible()
  await expectAccessible()
  await amount.fill('10')
  await dialog.getByLabel('Note').fill('The order was cancelled')
  await dialog.getByRole('button', { name: 'Pay back Ghs 10.00' }).click()
  await expect(toasts(page)).toContainText('The money is on its way back')
  await expect(shown).toContainText('Refund on its way')
  const refundedNow = async () => (await (await request.get(`/api/payments/${reference}`)).json()).refunded
  await expect.poll(refundedNow).toBe(10)

  await page.reload()
  await expect(shown.getByRole('list', { name: 'Refunds' })).toContainText('Paid backGhs 10.00')
  await shown.getByRole('button', { name: 'Pay back' }).click()
  await dialog.getByLabel('I pay it back another way').check()
  await dialog.getByLabel('Note').fill('By MoMo to the same number')
  await dialog.getByRole('button', { name: 'Mark as refunded' }).click()
  await expect(toasts(page)).toContainText('The payment is marked as refunded')
  await expect(shown).toContainText('Note: By MoMo to the same number')
  await expect(tried.getByText('Refunded', { exact: true })).toBeVisible()
})
