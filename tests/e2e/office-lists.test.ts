import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { ownName } from './setup/office.ts'
import { toasts } from './setup/page.ts'
import { demoAccount, newEmail, test } from './setup/visit.ts'

const phone = { width: 360, height: 800 }
const nasty = '<img src=x onerror=alert(1)>'

function list(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

test('a message is read, answered elsewhere, closed and reopened', async ({ page, request, signIn }) => {
  const email = newEmail()
  const message = {
    name: `${ownName('Ama')} ${nasty}`,
    email,
    subject: 'Order Status',
    message: `Where is it? ${nasty}\nCall me on 024 123 4567.`,
  }
  expect((await request.post('/api/contact', { data: message })).status()).toBe(201)
  await signIn('admin')
  await page.goto('/admin/messages')
  await page.getByLabel('Name, email or phone').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  const row = list(page, 'Messages').getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Unread')
  await row.getByRole('link', { name: message.name }).click()

  const sheet = page.getByRole('dialog', { name: message.name })
  await expect(sheet).toContainText(message.message)
  await expect(sheet).toContainText('Order Status')
  await expect(row).not.toContainText('Unread')
  await expect(sheet.getByRole('link', { name: 'Answer by email' })).toHaveAttribute(
    'href',
    new RegExp(`^mailto:${encodeURIComponent(email)}\\?subject=Re%3A%20Order%20Status&body=`),
  )
  await expect(sheet.getByRole('link', { name: 'Answer on WhatsApp' })).toHaveAttribute(
    'href',
    /wa\.me\/233241234567/,
  )
  await sheet.getByRole('button', { name: 'Close conversation' }).click()
  await expect(toasts(page)).toContainText('The conversation is closed')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await expect(page.getByRole('heading', { name: 'No message found' })).toBeVisible()
  await page.getByRole('link', { name: 'Closed', exact: true }).click()
  await row.getByRole('link', { name: message.name }).click()
  await sheet.getByRole('button', { name: 'Reopen' }).click()
  await expect(toasts(page)).toContainText('The conversation is open again')
  await sheet.getByRole('button', { name: 'Mark as unread' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('link', { name: 'Unread', exact: true }).click()
  await expect(row).toContainText('Unread')
  await page.goto('/admin/changes?thing=conversation')
  const change = page
    .getByRole('listitem')
    .filter({ hasText: `reopened the conversation of ${message.name}` })
  // A name can be changed by whoever bears it.
  await expect(change).toContainText(demoAccount('admin').email)
})

test('an address leaves the newsletter and comes back, and the file opens cell by cell', {
  tag: '@faults',
}, async ({ page, request, signIn }) => {
  await page.setViewportSize(phone)
  const email = `=cmd.${newEmail()}`
  expect((await request.post('/api/newsletter', { data: { email } })).status()).toBe(201)
  await signIn('admin')
  await page.goto('/admin/newsletter')
  await page.getByLabel('Find an address').fill(email)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page.getByText('1 address found')).toBeVisible()
  await page.getByRole('button', { name: `Remove ${email}` }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Removed')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: `Remove ${email}` })).toBeVisible()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^newsletter-\d{4}-\d\d-\d\dT[\d-]+Z\.csv$/)
  const rows: string[][] = parse(await readFile(await file.path()), { bom: true })
  expect(rows[0]).toEqual(['Email', 'Agreed (GMT)'])
  expect(rows.map(([cell]) => cell)).toContain(`'${email}`)
  for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
})

test('a hidden testimonial leaves the shop at once and comes back with undo', { tag: '@faults' }, async ({
  page,
  request,
  newAccount,
  signIn,
}) => {
  const customer = await newAccount()
  const { token } = await (await request.post('/api/auth/signin', { data: customer })).json()
  const quote = `Lovely ${nasty} ${customer.email.split('@')[0]}`
  const headers = { authorization: `Bearer ${token}` }
  await request.post('/api/testimonials', { headers, data: { quote, location: 'Tema', rating: 4 } })
  const isShown = async () => {
    const shown: { quote: string }[] = await (await request.get('/api/testimonials')).json()
    return shown.some((one) => one.quote === quote)
  }
  expect(await isShown()).toBe(true)
  await signIn('admin')
  await page.goto('/admin/testimonials')
  const row = list(page, 'Testimonials').getByRole('listitem').filter({ hasText: quote })
  await row.getByRole('button', { name: /^Hide/ }).click()
  await expect(row).toContainText('Hidden')
  expect(await isShown()).toBe(false)
  expect(await (await request.get('/')).text()).not.toContain(customer.email.split('@')[0])
  await page.getByRole('link', { name: 'Hidden', exact: true }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: /^Show again/ }).click()
  await expect(toasts(page)).toContainText('The testimonial is shown again')
  expect(await isShown()).toBe(true)
  await toasts(page).getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(isShown).toBe(false)
})

test('the list of changes says who changed what, and is filtered and turned', { tag: '@faults' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  await page.goto('/admin/changes')
  await page.getByLabel('What').selectOption('Team')
  await expect(page).toHaveURL(/thing=team/)
  await expect(page.getByText(/made .* an admin/).first()).toBeVisible()
  await page.getByLabel('Who').selectOption('The shop itself')
  await expect(page.getByText(/^The owner made .* an admin$/)).toBeVisible()
  await page.goto('/admin/changes?thing=team&before=1')
  await expect(page.getByRole('heading', { name: 'No such change' })).toBeVisible()
  await page.getByRole('link', { name: 'Newest changes' }).click()
  await expect(page.getByRole('heading', { name: 'No such change' })).toBeHidden()
})

const pages = [
  {
    path: '/admin/messages',
    heading: 'Messages',
    empty: 'Nothing here',
    failed: 'The messages could not be loaded',
  },
  {
    path: '/admin/testimonials',
    heading: 'Testimonials',
    empty: 'No testimonials yet',
    failed: 'The testimonials could not be loaded',
  },
  {
    path: '/admin/newsletter',
    heading: 'Newsletter',
    empty: 'Nobody reads the newsletter yet',
    failed: 'The addresses could not be loaded',
  },
  {
    path: '/admin/changes',
    heading: 'Changes',
    empty: 'Nothing was changed yet',
    failed: 'The changes could not be loaded',
  },
]

const lists = /\/api\/(conversations|testimonials|newsletter|changes)\?/

test('everyone can use the lists of the back office', { tag: '@faults' }, async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  const email = newEmail()
  const message = { name: 'Esi Owusu', email, subject: 'Other', message: 'Good day' }
  await request.post('/api/contact', { data: message })
  await request.post('/api/newsletter', { data: { email } })
  await signIn('admin')
  for (const { path, heading } of pages) {
    const loaded = page.waitForResponse(lists)
    await page.goto(path)
    await loaded
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expectUsable({ inBothColours: true })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  }
  await page.goto(`/admin/messages?show=all&q=${email}`)
  await page.getByRole('link', { name: 'Esi Owusu' }).click()
  await expect(page.getByRole('dialog', { name: 'Esi Owusu' })).toContainText('Good day')
  await expectUsable({ inBothColours: true })
})

test('empty and failing lists say so and lead on', { tag: '@faults' }, async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await page.setViewportSize(phone)
  await signIn('admin')
  for (const { path, empty, failed } of pages) {
    await page.route(lists, (route) => route.abort(), { times: 1 })
    await page.goto(path)
    const alert = page.getByRole('main').getByRole('alert')
    await expect(alert).toContainText(failed)
    await expectAccessible()
    const empties: Record<string, object> = {
      '/admin/changes': { changes: [], older: null },
      '/admin/messages': { conversations: [], older: null },
    }
    const none = empties[path] ?? []
    await page.route(lists, (route) => route.fulfill({ json: none, headers: { 'x-total-count': '0' } }), {
      times: 1,
    })
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 2, name: empty })).toBeVisible()
    await expectAccessible()
  }
})

test('an address behind the last page of a list leads to the last one', { tag: '@faults' }, async ({
  page,
  signIn,
}) => {
  await signIn('admin')
  const main = page.getByRole('main')
  for (const path of ['orders', 'products', 'blog', 'testimonials']) {
    await page.goto(`/admin/${path}?page=400`)
    await expect(main.getByRole('row').or(main.getByRole('listitem')).last()).toBeVisible()
    await expect(page).not.toHaveURL(/page=400/)
  }
})

test('a customer is denied every page of these', { tag: '@faults' }, async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  for (const { path } of [...pages, { path: '/admin/settings' }]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  }
})
