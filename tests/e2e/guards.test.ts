import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { letSignInsRunOut } from '#server/testing/shop-database.ts'
import { linkInMail } from './setup/mailbox.ts'
import { toasts } from './setup/page.ts'
import { type Account, demoAccount, test } from './setup/visit.ts'

async function logIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a page for customers asks a visitor to sign in, and opens afterwards', { tag: '@faults' }, async ({
  page,
  newAccount,
}) => {
  const account = await newAccount()
  await page.goto('/user-orders?page=1')
  await expect(page).toHaveURL('/login?from=%2Fuser-orders%3Fpage%3D1')
  await logIn(page, account)
  await expect(page).toHaveURL('/user-orders?page=1')
  await expect(page.getByRole('heading', { level: 1, name: 'My Orders' })).toBeVisible()
})

test('nobody sees a guarded page before the shop has said who they are', async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/is-driver', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/account')
  await expect(page.getByRole('status').filter({ hasText: 'Loading authentication...' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeHidden()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

test('a customer in the back office reads why the door stays closed and is led home', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  await signIn(await newAccount())
  await page.goto('/about')
  await page.goto('/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    "You don't have permission to access this page.",
  )
  await expect(page.getByText(/^Going to the home page in [1-5] s$/)).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('whoever needs longer to read why the door is closed may stay', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
  expectAccessible,
}) => {
  await signIn(await newAccount())
  await page.clock.install()
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText(/^Going to the home page/)).toBeHidden()
  await page.clock.runFor(60_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Go to home now' }).click()
  await expect(page).toHaveURL('/')
})

test('a role that somebody wrote into the browser by hand opens no door', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  const { email, password } = await newAccount()
  await signIn({ email, password })
  await page.addInitScript((address) => {
    const user = {
      id: '1',
      name: 'Sly',
      email: address,
      is_admin: true,
      created_at: new Date().toISOString(),
    }
    localStorage.setItem('adom_user', JSON.stringify(user))
  }, email)
  await page.goto('/admin/team')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
})

test('a shop that cannot be asked about a role says so, and is asked again', { tag: '@faults' }, async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
  await page.route('**/api/auth/check-admin', (route) => route.abort())
  await page.goto('/admin/team')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not check your account')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
})

test('a sign-in that was ended elsewhere closes a guarded page and leads back to it', {
  tag: '@faults',
}, async ({ page, newAccount, signIn }) => {
  const account = await newAccount()
  const token = await signIn(account)
  await page.goto('/about')
  await page.request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await page.goto('/account')
  await expect(page).toHaveURL('/login?from=%2Faccount')
  await logIn(page, account)
  await expect(page).toHaveURL('/account')
  await expect(toasts(page)).toContainText('Login successful')
})

/** A new person whose roles the test changes as it likes. */
async function hire(request: APIRequestContext, account: Account) {
  const signIn = async (data: Account) => (await request.post('/api/auth/signin', { data })).json()
  const link = await linkInMail(account.email, 'Please confirm your email address')
  const { password } = account
  await request.post('/api/auth/confirm-email', {
    data: { token: new URL(link).searchParams.get('token'), password },
  })
  const { token: bossToken } = await signIn(demoAccount('admin'))
  const { token, user } = await signIn(account)
  return {
    id: String(user.id),
    token: String(token),
    async become(data: { is_admin: boolean; is_driver: boolean }) {
      const headers = { authorization: `Bearer ${bossToken}` }
      const answer = await request.put(`/api/team/${user.id}`, { data, headers })
      expect(answer.status()).toBe(200)
    },
  }
}

const doors = { '/account': 'My Account', '/driver': 'Driver Dashboard', '/admin/team': 'Team' } as const

/** What the first doors show to whoever holds this token: the page, why not, or the way to sign in. */
async function expectDoors(page: Page, token: string | null, shown: ('open' | 'denied' | 'login')[]) {
  await page.evaluate((kept) => {
    if (kept === null) localStorage.removeItem('jwt_token')
    else localStorage.setItem('jwt_token', kept)
  }, token)
  for (const [index, [path, title]] of Object.entries(doors).slice(0, shown.length).entries()) {
    await page.goto(path, { waitUntil: 'commit' })
    if (shown[index] === 'login') {
      await expect(page).toHaveURL(`/login?from=${encodeURIComponent(path)}`)
      // Whoever is nobody any more is forgotten, token and all; the next door is tried with it again.
      if (token !== null) await page.evaluate((kept) => localStorage.setItem('jwt_token', kept), token)
      continue
    }
    const name = shown[index] === 'open' ? title : 'Access Denied'
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  }
}

test('each door opens for whom it should, whatever token the browser holds', { tag: '@faults' }, async ({
  page,
  request,
  newAccount,
}) => {
  const account = await newAccount()
  const { id, token, become } = await hire(request, account)
  await page.goto('/robots.txt')
  await expectDoors(page, null, ['login', 'login', 'login'])
  await expectDoors(page, token, ['open', 'denied', 'denied'])
  const tampered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`
  await expectDoors(page, tampered, ['login'])

  await become({ is_admin: false, is_driver: true })
  await expectDoors(page, token, ['open', 'open', 'denied'])
  await become({ is_admin: true, is_driver: false })
  await expectDoors(page, token, ['open', 'denied', 'open'])
  // The browser still remembers an admin; the shop does not.
  await become({ is_admin: false, is_driver: false })
  await expectDoors(page, token, ['open', 'denied', 'denied'])
  const { token: older } = await (await request.post('/api/auth/signin', { data: account })).json()
  await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
  await expectDoors(page, token, ['login'])
  await expectDoors(page, older, ['open'])
  await letSignInsRunOut(process.env.SHOP_DATA_DIR ?? '', id)
  await expectDoors(page, older, ['login'])
})

test('the shop and the back office each bring one style sheet, also for whoever walks from one to the other', {
  tag: '@faults',
}, async ({ page }) => {
  const sheets = () =>
    page.evaluate(() => [...document.styleSheets].map(({ href }) => href?.match(/styles|back-office/)?.[0]))
  await page.goto('/login?from=%2Fadmin%2Fteam')
  await expect.poll(sheets).toEqual(['styles'])
  await logIn(page, demoAccount('admin'))
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect.poll(sheets).toEqual(['styles', 'back-office'])
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Visit Store' }).click()
  await expect(page).toHaveURL('/')
  await expect.poll(sheets).toEqual(['styles', 'back-office'])

  await page.goto('/admin/team')
  await expect.poll(sheets).toEqual(['back-office'])
})
