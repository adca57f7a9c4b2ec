import { expect, type Page } from '@playwright/test'
import { phonePhoto } from './setup/driver.ts'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { type Account, test } from './setup/visit.ts'

async function fillLogin(page: Page, { email, password }: Account) {
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

function saveButton(page: Page) {
  return page.getByRole('button', { name: 'Save changes' })
}

async function openAccount(page: Page) {
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 2, name: 'Edit Profile' })).toBeVisible()
}

test('a new customer confirms, signs in, fills in a profile with a picture and signs out', async ({
  page,
  newAccount,
}) => {
  const account = await newAccount()
  await page.goto('/account')
  await expect(page).toHaveURL('/login?from=%2Faccount')
  await fillLogin(page, account)
  await expect(page).toHaveURL('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  await expect(page.getByText('Please confirm your email')).toBeVisible()
  await page.goto(await linkInMail(account.email, 'Please confirm your email address'))
  await page.getByRole('button', { name: 'Confirm my email' }).click()
  await page.getByRole('link', { name: 'Sign in', exact: true }).click()
  await fillLogin(page, account)
  await expect(page.getByRole('heading', { level: 2, name: 'Edit Profile' })).toBeVisible()
  await expect(page.getByText('Please confirm your email')).toBeHidden()

  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(account.email)
  await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
  await expect(saveButton(page)).toBeHidden()
  await page.getByLabel('Choose photo').setInputFiles(await phonePhoto(page))
  await page.getByLabel('Full name').fill('Ama Serwaa Ɔwusu')
  await page.getByLabel('Display name').fill('Ɛfua')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+233 24-123-4567')
  await page.getByLabel('Website').fill('example.com')
  await page.getByLabel('Region').selectOption('Greater Accra')
  await page.getByRole('combobox', { name: 'City' }).fill('Te')
  await page.getByRole('option', { name: 'Tema' }).click()
  await page.getByLabel('Shipping address').fill('House 14, behind Shell')
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Profile updated')
  await expect(saveButton(page)).toBeHidden()

  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Ama Serwaa Ɔwusu')
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('024 123 4567')
  await expect(page.getByLabel('Website')).toHaveValue('https://example.com')
  await expect(page.getByRole('combobox', { name: 'City' })).toHaveValue('Tema')
  await expect(page.getByRole('main')).toContainText('Ɛfua')
  await expect(page.getByLabel('Change photo')).toBeAttached()
  const kept = await page.request.get(await pictureOf(page))
  expect(kept.headers()['content-type']).toBe('image/webp')
  expect((await kept.body()).length).toBeLessThan(40_000)

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('You have been logged out successfully.')
})

/** The first picture on the page is the person's. */
async function pictureOf(page: Page): Promise<string> {
  const picture = page.getByRole('main').locator('img[src^="/media/avatars/"]').first()
  await expect(picture).toBeVisible()
  return (await picture.getAttribute('src')) ?? ''
}

test('the profile says what is wrong, and discarding brings back what the shop knows', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await openAccount(page)
  await page.getByRole('textbox', { name: 'Phone' }).fill('12')
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await page.getByLabel('Display name').fill('ama@example.com')
  await saveButton(page).click()
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems).toBeFocused()
  await expect(problems.getByRole('link')).toHaveText([
    'Please choose a name without @',
    'Please enter a Ghana number such as 024 123 4567, or an international one with +',
    'Please enter an address such as example.com',
  ])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Website')).toHaveValue('')
  await expect(saveButton(page)).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: 'Edit Profile' })).toBeFocused()
})

test('a file that is no picture is refused where it was chosen, and the rest stays typed', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await openAccount(page)
  const webPage = Buffer.from('<!doctype html><script>alert(1)</script>')
  await page
    .getByLabel('Choose photo')
    .setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: webPage })
  await page.getByLabel('Full name').fill('Ama')
  await saveButton(page).click()
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems.getByRole('link')).toHaveText([
    'Only JPEG, PNG, WebP, AVIF or HEIC images are allowed',
  ])
  await expect(page.getByLabel('Full name')).toHaveValue('Ama')
  await page.getByRole('button', { name: 'Remove' }).click()
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Profile updated')
})

test('a profile that cannot be loaded or saved says so, and can be tried again', async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await page.route('**/api/profile/email/*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account')
  await expect(toasts(page)).toContainText('Error fetching profile')
  await expect(toasts(page)).toContainText('Could not load your profile information.')
  const panel = page.getByRole('main').getByRole('alert')
  await expect(panel).toContainText('Could not load your profile information.')
  await page.unroute('**/api/profile/email/*')
  await panel.getByRole('button', { name: 'Try again' }).click()

  await page.getByLabel('Full name').fill('Ama')
  await page.route('**/api/profile', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Error updating profile')
  await expect(toasts(page)).toContainText('An unexpected error occurred')
  await page.unroute('**/api/profile')
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Profile updated')
})

test('a sign-in that ran out leads to the login and back, and nothing typed is lost', {
  tag: '@faults',
}, async ({ page, newAccount, signIn, request }) => {
  const account = await newAccount()
  const token = await signIn(account)
  await openAccount(page)
  await page.getByLabel('Full name').fill('Typed before it ran out')
  await page.getByLabel('Choose photo').setInputFiles(await phonePhoto(page))
  await expect(page.getByLabel('Change photo')).toBeAttached()
  await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await saveButton(page).click()
  await expect(page).toHaveURL('/login?from=%2Faccount')
  await expect(toasts(page)).toContainText('Please sign in again')

  await fillLogin(page, account)
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('We kept what you had typed. It is not saved yet.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Typed before it ran out')
  await expect(page.getByLabel('Change photo')).toBeAttached()
  await saveButton(page).click()
  await expect(toasts(page)).toContainText('Profile updated')
  await page.reload()
  await expect(page.getByLabel('Full name')).toHaveValue('Typed before it ran out')
  await expect(page.getByText('We kept what you had typed.')).toBeHidden()
})

test('what was typed for a testimonial also waits for the sign-in', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
  request,
}) => {
  const account = await newAccount()
  const token = await signIn(account)
  await page.goto('/')
  await page.getByLabel('Your testimonial').fill('Soft skin all day')
  await page.getByLabel('4 stars').press('Space')
  await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('button', { name: 'Submit testimonial' }).click()
  await expect(page).toHaveURL('/login')
  await fillLogin(page, account)
  await expect(page).toHaveURL('/')
  await expect(page.getByLabel('Your testimonial')).toHaveValue('Soft skin all day')
  await expect(page.getByLabel('4 stars')).toBeChecked()
})

test('whoever signs out leaves nothing typed behind on a shared phone', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await openAccount(page)
  await page.getByLabel('Full name').fill('Nobody else should read this')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(toasts(page)).toContainText('Signed out')
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('Nobody else should read this')
})
