import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { withOwnShop } from './setup/own-shop.ts'
import { closeToasts, toasts } from './setup/page.ts'
import { fillCheckout, keepCart } from './setup/shopping.ts'

const test = withOwnShop()

test.describe.configure({ mode: 'serial' })

const phone = { width: 360, height: 800 }
const laptop = { width: 1280, height: 800 }

async function openSettings(page: Page) {
  await page.goto('/admin/settings')
  await expect(page.getByLabel('Name of the shop')).toBeVisible()
}

function section(page: Page, name: string) {
  return page.getByRole('region', { name, exact: true })
}

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toasts(page)).toContainText('Settings saved')
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
}

async function saveByCall(request: APIRequestContext, token: string, settings: object) {
  const headers = { authorization: `Bearer ${token}` }
  const { version } = await (await request.get('/api/settings', { headers })).json()
  const answer = await request.put('/api/settings', { headers, data: { version, settings } })
  expect(answer.status()).toBe(200)
}

const nasty = '<img src=x onerror=alert(1)>'

test('what the owner saves holds at once in the whole shop, social links are shown once they have an address, and dangerous text is only text', async ({
  page,
  shop,
  signIn,
}) => {
  await page.setViewportSize(laptop)
  page.on('dialog', (dialog) => {
    throw new Error(`The page ran ${dialog.message()}`)
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Grand Opening Sale Coming Soon!' })).toBeVisible()
  const networks = page.getByRole('contentinfo').getByRole('list', { name: 'Social networks' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await expect(networks).toHaveCount(0)

  await signIn(shop.admin)
  await openSettings(page)
  await expect(page.getByText('Nobody answers 1234567890')).toBeVisible()
  await page.getByLabel('Name of the shop').fill(`Glow ${nasty}`)
  await page.getByLabel('WhatsApp number').fill('024 123 4567')
  await page.getByLabel('Phone').fill('030 212 3456')
  await page.getByLabel('Email').fill('hello@example.com')
  await page.getByLabel('Address', { exact: true }).fill(`12 Ring Road ${nasty}`)
  await page.getByLabel('Opening hours').fill(`Every day ${nasty}`)
  await page.getByLabel('Instagram').fill('instagram.com/glow')
  const banner = section(page, 'Sale banner')
  await banner.getByLabel('Title').fill(`Harmattan ${nasty}`)
  await expect(banner.getByRole('figure')).toContainText(`Harmattan ${nasty}`)
  await expect(banner.getByRole('figure')).toContainText("Time's up!")
  await banner.getByLabel('End (GMT)').fill('2090-12-24T18:00')
  await expect(banner.getByRole('figure')).toContainText('days')
  await save(page)
  await expect(page.getByText('Nobody answers 1234567890')).toBeHidden()
  await expect(page.getByLabel('WhatsApp number')).toHaveValue('+233241234567')
  await expect(page.getByLabel('Instagram')).toHaveValue('https://instagram.com/glow')

  await page.getByRole('link', { name: 'Visit Store' }).click()
  await expect(page).toHaveTitle(/Glow <img src=x onerror=alert\(1\)>$/)
  await expect(page.getByRole('heading', { name: `Harmattan ${nasty}` })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`Glow ${nasty}`)
  await expect(footer).toContainText(`Every day ${nasty}`)
  await expect(footer.getByRole('link', { name: 'Instagram' })).toHaveAttribute(
    'href',
    /instagram\.com\/glow/,
  )
  await expect(networks.getByRole('link')).toHaveCount(1)
  await expect(footer.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /wa\.me\/233241234567/)
  for (const [path, words] of [
    ['/privacy-policy', [`Glow ${nasty} runs this shop`]],
    ['/contact', ['030 212 3456', `12 Ring Road ${nasty}`]],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toContainText(`Glow ${nasty}`)
    for (const each of words) await expect(page.getByRole('main')).toContainText(each)
    expect(await page.locator('img[src=x]').count()).toBe(0)
  }
})

test('a new fee is shown before it is saved, and then at the checkout and in the policy', {
  tag: '@faults',
}, async ({ page, request, shop, signIn }) => {
  await page.setViewportSize(laptop)
  await signIn(shop.admin)
  await openSettings(page)
  const fees = section(page, 'Delivery fees')
  await expect(fees).toContainText('As saved.')
  await fees.getByRole('button', { name: 'Add a town or region' }).click()
  await expect(fees.getByLabel('Towns').last()).toBeFocused()
  await page.keyboard.type('kumasi, Obuasi')
  await fees.getByLabel('Fee', { exact: true }).last().fill('12.5')
  await fees.getByLabel('Free from').nth(-2).fill('200')
  await expect(fees).toContainText('Your changes touch 1 region.')
  await expect(fees.getByRole('term').filter({ hasText: 'Ashanti' })).toContainText('Changed')
  await expect(fees.getByRole('definition').filter({ hasText: 'Kumasi, Obuasi' })).toContainText('Ghs 12.50')
  await fees.getByRole('button', { name: 'Remove Tema, Nsawam' }).click()
  await expect(fees.getByRole('button', { name: 'Add a town or region' })).toBeFocused()
  await save(page)

  await page.goto('/shipping-policy')
  await expect(
    page.getByRole('row', { name: 'kumasi and Obuasi Ghs 12.50, free from Ghs 200.00' }),
  ).toBeVisible()
  await keepCart(page, request, [{ name: 'Black Soap Clarifying Cleanser', quantity: 1 }])
  await page.goto('/checkout')
  await fillCheckout(page, { region: 'Ashanti', city: 'Kumasi' })
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary).toContainText('Ghs 12.50')
  await page.evaluate(() =>
    localStorage.setItem('adom_beauty_delivery_place', JSON.stringify({ region: 'Ashanti', city: 'Kumasi' })),
  )
  await page.goto('/cart')
  await expect(summary).toContainText(/Delivery to Kumasi: Ghs 12.50 – Ghs \d+\.00 to go for free delivery/)
  await keepCart(page, request, [{ name: 'Black Soap Clarifying Cleanser', quantity: 5 }])
  await page.goto('/cart')
  await expect(summary).toContainText('Delivery to Kumasi: Free')
  await expect(summary).not.toContainText('to go')
})

test('a way to pay that is switched off is not offered any more, and one must stay', {
  tag: '@faults',
}, async ({ page, request, shop, signIn }) => {
  const token = await signIn(shop.admin)
  await openSettings(page)
  const ways = section(page, 'Ways to pay')
  await ways.getByRole('switch', { name: 'Order via WhatsApp' }).press('Space')
  await ways.getByRole('switch', { name: 'Order Online' }).press('Space')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeFocused()
  await expect(ways).toContainText('Please leave at least one way to pay')
  await ways.getByRole('switch', { name: 'Order Online' }).press('Space')
  await save(page)
  await keepCart(page, request, [{ name: 'Black Soap Clarifying Cleanser', quantity: 1 }])
  await page.goto('/checkout')
  await expect(page.getByRole('radio', { name: 'Order Online' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Order via WhatsApp' })).toHaveCount(0)
  await page.goto('/')
  const welcome = page.getByRole('region', { name: 'Skincare made for Ghana’s sun' })
  await expect(welcome.getByRole('listitem').first()).toHaveText('MTN MoMo')
  await saveByCall(request, token, { payment_methods: { whatsapp: true, mtn_momo: true } })
})

test('the sale banner is switched off, and the home page shows none', async ({ page, shop, signIn }) => {
  await signIn(shop.admin)
  await openSettings(page)
  const banner = section(page, 'Sale banner')
  await banner.getByRole('switch', { name: 'Show the banner' }).press('Space')
  await expect(banner.getByRole('figure')).toContainText('The home page shows no banner.')
  await save(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Skincare made for Ghana’s sun' })).toBeVisible()
  await expect(page.getByRole('heading', { name: `Harmattan ${nasty}` })).toHaveCount(0)
})

test('of two admins who change the same thing the second is told, and decides', { tag: '@faults' }, async ({
  page,
  request,
  shop,
  signIn,
}) => {
  await page.setViewportSize(phone)
  const token = await signIn(shop.admin)
  await openSettings(page)
  await page.getByLabel('Low-stock level').fill('8')
  await page.getByLabel('Opening hours').fill('Always')
  await saveByCall(request, token, { low_stock_level: 7 })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed the low-stock level' })
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('row', { name: 'level 7 8' })).toBeVisible()
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Low-stock level')).toHaveValue('7')
  await expect(page.getByLabel('Opening hours')).toHaveValue('Always')
  await save(page)

  // What is said of the first must not be taken for the second.
  await closeToasts(page)
  await page.getByLabel('Low-stock level').fill('20')
  await saveByCall(request, token, { low_stock_level: 30 })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(toasts(page)).toContainText('Settings saved')
  await page.reload()
  await expect(page.getByLabel('Low-stock level')).toHaveValue('20')
  await expect(page.getByLabel('Opening hours')).toHaveValue('Always')
})

test('a sign-in that ran out leads to the login without a question and back to what was typed, and a colleague’s change is still noticed', {
  tag: '@faults',
}, async ({ page, request, shop, signIn }) => {
  await page.setViewportSize(phone)
  const token = await signIn(shop.admin)
  await openSettings(page)
  await page.getByLabel('Low-stock level').fill('12')
  await page.getByLabel('Opening hours').fill('Until the sun sets')
  const fees = section(page, 'Delivery fees')
  await fees.getByRole('button', { name: 'Add a town or region' }).click()
  await fees.getByLabel('Towns').last().fill('Ho')
  await saveByCall(request, token, { low_stock_level: 11, shop_name: 'Adom Beauty' })
  await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await fees.getByLabel('Fee', { exact: true }).last().fill('70')
  await page.getByRole('button', { name: 'Save changes' }).click()

  await expect(page).toHaveURL('/login?from=%2Fadmin%2Fsettings')
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeHidden()
  await page.getByLabel('Email').fill(shop.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(shop.admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('We kept what you had typed. It is not saved yet.')).toBeVisible()
  await expect(page.getByLabel('Opening hours')).toHaveValue('Until the sun sets')
  await expect(page.getByLabel('Name of the shop')).toHaveValue('Adom Beauty')
  await expect(fees.getByLabel('Towns').last()).toHaveValue('Ho')
  await expect(fees.getByLabel('Fee', { exact: true }).last()).toHaveValue('70.00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'Somebody else has changed the low-stock level' })
  await expect(notice.getByRole('row', { name: 'level 11 12' })).toBeVisible()
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Opening hours')).toHaveValue('Until the sun sets')
  await save(page)
  await page.reload()
  await expect(page.getByLabel('Low-stock level')).toHaveValue('11')
  await expect(fees.getByRole('button', { name: 'Remove Ho' })).toBeVisible()
  await expect(page.getByText('We kept what you had typed.')).toBeHidden()
})

test('mistakes stand beside their fields, failures keep what was typed, and leaving asks first', {
  tag: '@faults',
}, async ({ page, shop, signIn }) => {
  await page.setViewportSize(phone)
  await signIn(shop.admin)
  await page.route('/api/settings', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.goto('/admin/settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Facebook').fill('javascript:alert(1)')
  await page.getByLabel('Low-stock level').fill('many')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await summary.getByRole('link', { name: 'Please enter an address such as example.com/shop' }).click()
  await expect(page.getByLabel('Facebook')).toBeFocused()
  await expect(page.getByLabel('Facebook')).toHaveAccessibleDescription(/Please enter an address/)
  await page.getByLabel('Facebook').fill('')
  await page.getByLabel('Low-stock level').fill('9')

  await page.route('/api/settings', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Save changes' }).click()
  const failed = page.getByRole('main').getByRole('alert')
  await expect(failed).toContainText('What you entered is still here.')
  await expect(failed).toBeFocused()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Team' }).click()
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Low-stock level')).toHaveValue('9')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Low-stock level')).not.toHaveValue('9')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
})

test('everyone can use the settings', { tag: '@faults' }, async ({ page, shop, signIn, expectUsable }) => {
  await signIn(shop.admin)
  await openSettings(page)
  await page.getByRole('button', { name: 'Add a town or region' }).click()
  await page.getByLabel('Name of the shop').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('group', { name: 'There is a problem' })).toBeVisible()
  await expectUsable({ inBothColours: true })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})
