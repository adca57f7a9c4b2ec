import { expect, type Page } from '@playwright/test'
import { bearer, openShelf } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { demoAccount, test } from './setup/visit.ts'

async function signInAgain(page: Page, { email, password } = demoAccount('admin')) {
  await expect(page).toHaveURL(/\/login\?from=/)
  await expect(toasts(page)).toContainText('Please sign in again')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('an order that is being taken down waits for a new sign-in, with its products', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const { surname, product, stock } = await openShelf(request, page, token)
  await page.goto('/admin/orders?status=Shipped')
  await page.getByRole('button', { name: 'New order' }).click()
  const form = page.getByRole('dialog', { name: 'New order' })
  await form.getByRole('radio', { name: 'Taken by WhatsApp' }).check()
  await form.getByRole('combobox', { name: 'Add a product' }).fill(product.name)
  await form.getByRole('option', { name: product.name }).click()
  await form.getByRole('button', { name: /^Increase quantity/ }).click()
  await form.getByLabel('Full name').fill(`Ama ${surname}`)
  await form.getByRole('textbox', { name: 'Phone' }).fill('024 123 4567')
  await form.getByLabel('State / Region').selectOption('Ashanti')
  await form.getByRole('combobox', { name: 'City' }).fill('Kumasi')
  await form.getByLabel('Street, house or landmark').fill('House 14')
  await form.getByLabel('Internal note').fill('Call before')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await form.getByRole('button', { name: 'Place order' }).click()

  await signInAgain(page)
  await expect(page).toHaveURL('/admin/orders?status=Shipped')
  await expect(form).toContainText('We kept what you had typed.')
  await expect(form.getByRole('radio', { name: 'Taken by WhatsApp' })).toBeChecked()
  await expect(form.getByLabel('Full name')).toHaveValue(`Ama ${surname}`)
  await expect(form.getByLabel('Internal note')).toHaveValue('Call before')
  await expect(form.getByText('Ghs 245.00').first()).toBeVisible()
  await form.getByRole('button', { name: 'Place order' }).click()
  await expect(toasts(page)).toContainText('is taken')
  expect(await stock()).toBe(48)
  await expect(page.getByRole('dialog', { name: /^Order / })).toContainText(`Ama ${surname}`)
  await page.goto('/admin/orders')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(form).toBeHidden()
})

test('a post that is being written waits for the same person, and is gone from the device when somebody else signs in', {
  tag: '@faults',
}, async ({ page, request, newAccount, openOffice }) => {
  await openOffice('/admin/blog/new')
  const endElsewhere = async () => {
    const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? '')
    await request.post('/api/auth/signout', { headers: bearer(token) })
    await page.getByRole('link', { name: 'Cancel' }).click()
  }
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  await page.getByLabel('Title').fill('Half a title')
  await endElsewhere()

  await signInAgain(page)
  await expect(page).toHaveURL('/admin/blog')
  await page.goto('/admin/blog/new')
  await page
    .getByRole('dialog', { name: 'Restore unsaved draft?' })
    .getByRole('button', { name: 'Restore' })
    .click()
  await expect(page.getByLabel('Title')).toHaveValue('Half a title')
  await endElsewhere()

  await expect(page).toHaveURL(/\/login\?from=/)
  expect(await databases()).toContain('adom_post_drafts')
  await signInAgain(page, await newAccount())
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect.poll(databases).not.toContain('adom_post_drafts')
})

test('a note waits for a new sign-in too, and a colleague’s note meanwhile is noticed; one that is given up does not come back', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const order = await shelf.order('Ama')
  const address = `/admin/orders?q=${shelf.surname}&order=${order.id}`
  await page.goto(address)
  const drawer = page.getByRole('dialog', { name: `Order ${order.tracking_code}` })
  const note = drawer.getByLabel('Internal note')
  const save = page.getByRole('button', { name: 'Save note' })
  await note.fill('Gate is blue')
  // What is still being fetched would lead to the login before the press.
  await page.waitForLoadState('networkidle')
  const theirs = { headers: bearer(token), data: { note: 'Gate is red' } }
  expect((await request.put(`/api/orders/${order.id}/note`, theirs)).status()).toBe(200)
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await save.click()

  await signInAgain(page)
  await expect(page).toHaveURL(address)
  await expect(note).toHaveValue('Gate is blue')
  // By the keyboard: what stands above it comes later, and may move the button away between pointer down and up.
  await save.press('Enter')
  await expect(note).toHaveAccessibleDescription(/Somebody else has written meanwhile: “Gate is red”/)
  await save.click()
  await expect(toasts(page)).toContainText('The note is saved')

  await note.fill('Never mind')
  await drawer.getByRole('button', { name: 'Close', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await expect(drawer).toBeHidden()
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Never mind')
  await page.goto(address)
  await expect(note).toHaveValue('Gate is blue')
})

test('the words of the home page wait for a new sign-in; discarded, they do not come back', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  await page.goto('/admin/home')
  const heading = page.getByLabel('Heading')
  await heading.fill('Soap from Tamale')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await page.getByRole('button', { name: 'Save changes' }).click()

  await signInAgain(page)
  await expect(heading).toHaveValue('Soap from Tamale')
  await expect(page.getByText('We kept what you had typed.')).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(heading).not.toHaveValue('Soap from Tamale')
  await page.reload()
  await expect(heading).toHaveValue(/./)
  await expect(heading).not.toHaveValue('Soap from Tamale')
})

test('the words to customers wait for a new sign-in, too, and are saved after it', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  await page.goto('/admin/news')
  const price = page.getByLabel('Price of one SMS in cedis')
  await price.fill('0.0309')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await page.getByRole('button', { name: 'Save changes' }).click()

  await signInAgain(page)
  await expect(page).toHaveURL('/admin/news')
  await expect(price).toHaveValue('0.0309')
  await expect(page.getByText('We kept what you had typed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('News saved')
  await expect(page.getByText('We kept what you had typed.')).toBeHidden()
})

const kept = 'We kept what you had typed. It is not saved yet.'

test('a sale waits for a new sign-in with its chosen products, and other forms beside a list as well', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const { product } = await openShelf(request, page, token)
  await page.goto('/admin/sales?edit=new')
  const sale = page.getByRole('dialog', { name: 'Add sale' })
  await sale.getByLabel('Name', { exact: true }).fill('Soap week')
  await sale.getByLabel('Take off').selectOption('An amount')
  await sale.getByLabel('Amount off').fill('5')
  await sale.getByLabel('Never below').fill('20')
  await sale.getByLabel('Chosen products').check()
  await sale.getByRole('combobox', { name: 'Add a product' }).fill(product.name)
  await sale.getByRole('option', { name: product.name }).click()
  await sale.getByLabel('Begins (GMT)').fill('2040-01-01T08:00')
  await sale.getByLabel('Ends (GMT)').fill('2040-01-02T08:00')
  await sale.getByLabel('Count down on the home page').check()
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await sale.getByRole('button', { name: 'Save' }).click()

  await signInAgain(page)
  await expect(sale).toContainText(kept)
  await expect(sale.getByLabel('Name', { exact: true })).toHaveValue('Soap week')
  await expect(sale.getByLabel('Amount off')).toHaveValue('5')
  await expect(sale).toContainText(product.name)
  await expect(sale.getByLabel('Ends (GMT)')).toHaveValue('2040-01-02T08:00')
  await expect(sale.getByLabel('Count down on the home page')).toBeChecked()
  await sale.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(sale).toBeHidden()
  await page.goto('/admin/sales?edit=new')
  await expect(sale.getByLabel('Name', { exact: true })).toHaveValue('')

  // A reload finds the same as a new sign-in.
  await page.goto('/admin/discounts?edit=new')
  const discount = page.getByRole('dialog', { name: 'Add discount' })
  await discount.getByLabel('Name').fill('For friends')
  await discount.getByRole('radio', { name: /^By itself/ }).check()
  await discount.getByLabel('It gives').selectOption('Buy some, get some free')
  await discount.getByLabel('Get free').fill('3')
  await discount.getByText('Only for some products').click()
  await discount.getByRole('combobox', { name: 'Add a product' }).fill(product.name)
  await discount.getByRole('option', { name: product.name }).click()
  await discount.getByLabel('Switched on').uncheck()
  await page.reload()
  await expect(discount).toContainText(kept)
  await expect(discount.getByLabel('Name')).toHaveValue('For friends')
  await expect(discount.getByLabel('Get free')).toHaveValue('3')
  await expect(discount.getByRole('list', { name: 'Chosen products' })).toContainText(product.name)
  await expect(discount.getByLabel('Switched on')).not.toBeChecked()

  await page.goto('/admin/categories?edit=new')
  const category = page.getByRole('dialog', { name: 'Add category' })
  await category.getByLabel('Name', { exact: true }).fill('Hair')
  await category.getByLabel('In the footer').uncheck()
  await page.reload()
  await expect(category).toContainText(`${kept} Pictures that you had chosen have to be chosen again.`)
  await expect(category.getByLabel('Name', { exact: true })).toHaveValue('Hair')
  await expect(category.getByLabel('In the footer')).not.toBeChecked()
})

test('an order that is being edited waits for a new sign-in, and a colleague’s change meanwhile is noticed', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const token = await signIn('admin')
  const shelf = await openShelf(request, page, token)
  const order = await shelf.order('Ama')
  await page.goto(`/admin/orders?order=${order.id}`)
  await page.getByRole('button', { name: 'Edit order' }).click()
  const form = page.getByRole('dialog', { name: `Edit order ${order.tracking_code}` })
  const city = form.getByRole('combobox', { name: 'City' })
  await form.getByRole('button', { name: /^Decrease quantity of/ }).click()
  await city.fill('Obuasi')
  await shelf.setStatus(order, 'Processing')
  await request.post('/api/auth/signout', { headers: bearer(token) })
  await form.getByRole('button', { name: 'Show what it comes to' }).click()

  await signInAgain(page)
  await expect(form).toContainText(kept)
  await expect(city).toHaveValue('Obuasi')
  await expect(form.getByRole('button', { name: /^Decrease quantity of/ })).toBeDisabled()
  await form.getByRole('button', { name: 'Show what it comes to' }).click()
  await expect(form).toContainText('changed by someone else')
  await form.getByRole('button', { name: 'Load it anew' }).click()
  await expect(city).toHaveValue('Kumasi')
  await expect(form).not.toContainText(kept)
})

test('the name and colours of the brand wait for a new sign-in, and an offer as well', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  const endElsewhere = async () => {
    const token = await page.evaluate(() => localStorage.getItem('jwt_token') ?? '')
    await request.post('/api/auth/signout', { headers: bearer(token) })
  }
  await signIn('admin')
  await page.goto('/admin/brand')
  const line = page.getByLabel('Short line')
  await line.fill('From the other desk')
  await page.getByRole('radio', { name: 'Square' }).check()
  await endElsewhere()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await signInAgain(page)
  await expect(page.getByText(kept)).toBeVisible()
  await expect(line).toHaveValue('From the other desk')
  await expect(page.getByRole('radio', { name: 'Square' })).toBeChecked()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(line).not.toHaveValue('From the other desk')

  await page.goto('/admin/news#offers')
  await page.getByRole('link', { name: 'Write an offer' }).click()
  const offer = page.getByRole('dialog', { name: 'Add offer' })
  await offer.getByLabel('Name', { exact: true }).fill('Easter')
  await offer.getByLabel('To whom').selectOption('People who bought in the last 30 days')
  await offer.getByLabel('In the town').fill('Tema')
  await offer.getByLabel('Text', { exact: true }).fill('Soap for all')
  await endElsewhere()
  await offer.getByRole('button', { name: 'Save' }).click()
  await signInAgain(page)
  await expect(offer).toContainText(kept)
  await expect(offer.getByLabel('Name', { exact: true })).toHaveValue('Easter')
  await expect(offer.getByLabel('In the town')).toHaveValue('Tema')
  await expect(offer.getByLabel('Text', { exact: true })).toHaveValue('Soap for all')
})
