import { expect, type Page } from '@playwright/test'
import type { FakeMessageServices } from '#server/testing/fake-message-services.ts'
import { codeInMail } from './setup/mailbox.ts'
import { withPhones } from './setup/own-shop.ts'
import { openAccountMenu, toasts } from './setup/page.ts'
import { laptop } from './setup/shopping.ts'
import { leftToFaults, newEmail, test as visit } from './setup/visit.ts'

const test = withPhones()

/** The newest message to this number, once there are so many. */
async function codeOn(phones: FakeMessageServices, to: string, howMany = 1): Promise<string> {
  const messages = () => phones.arrived.filter((message) => message.to === to)
  await expect.poll(() => messages().length, { message: `a code on ${to}` }).toBe(howMany)
  return /\b\d{6}\b/.exec(messages().at(-1)?.text ?? '')?.[0] ?? ''
}

async function openPhoneForm(page: Page) {
  await page.goto('/signup')
  await page.getByRole('link', { name: 'Use your phone' }).click()
  await page.getByRole('button', { name: 'Sign in with your phone' }).click()
  return page.getByLabel('Phone number')
}

const otherThan = (right: string) => (right === '000000' ? '111111' : '000000')

const code = (page: Page) => page.getByLabel('Code', { exact: true })

async function signInByPhone(page: Page, phones: FakeMessageServices, local: string) {
  await (await openPhoneForm(page)).fill(local)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await code(page).fill(await codeOn(phones, `233${local.slice(1)}`))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toasts(page)).toContainText('Login successful')
}

for (const [width, place, local] of [
  [360, {}, '0245550101'],
  [1280, laptop, '0245550102'],
] as const) {
  test.describe(`on a screen of ${width} px`, () => {
    test.use(place)

    test(
      'somebody without an e-mail signs in with a code, and has an account',
      leftToFaults(width !== 360),
      async ({ page, phones, expectAccessible }) => {
        const number = await openPhoneForm(page)
        await expect(number).toBeFocused()
        await expect(number).toHaveAttribute('type', 'tel')
        await number.fill('12')
        await page.getByRole('button', { name: 'Send me a code' }).click()
        const problems = page.getByRole('group', { name: 'There is a problem' })
        await expect(problems.getByRole('link')).toHaveText([
          'Please enter a mobile number of Ghana, such as 024 123 4567',
        ])
        await expectAccessible()
        await number.fill(local)
        await page.getByRole('button', { name: 'Send me a code' }).click()

        await expect(code(page)).toBeFocused()
        await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code')
        await expect(code(page)).toHaveAttribute('inputmode', 'numeric')
        const shown = `${local.slice(0, 3)} ${local.slice(3, 6)} ${local.slice(6)}`
        await expect(page.getByRole('status').filter({ hasText: shown })).toBeVisible()
        await expect(page.getByText(/another in \d+ s/)).toBeVisible()
        await expectAccessible({ again: true })
        const right = await codeOn(phones, `233${local.slice(1)}`)
        await code(page).fill(otherThan(right))
        await page.getByRole('button', { name: 'Sign In', exact: true }).click()
        await expect(problems.getByRole('link')).toHaveText([/^This code is not right, or it is too old/])
        await code(page).fill(`${right.slice(0, 3)} ${right.slice(3)}`)
        await page.getByRole('button', { name: 'Sign In', exact: true }).click()
        await expect(page).toHaveURL('/')
        await expect(toasts(page)).toContainText('Login successful')
        await expect(await openAccountMenu(page)).toContainText(shown)

        await page.goto('/account')
        await expect(page.getByRole('region', { name: 'Ways to Sign In' })).toContainText(shown)
        await expect(page.getByRole('heading', { name: 'Password' })).toHaveCount(0)
        await expect(page.getByText('Please confirm your email')).toHaveCount(0)
        await expectAccessible({ again: true })
      },
    )
  })
}

test('whoever waits asks for a new code, and the one before ends', { tag: '@faults' }, async ({
  page,
  phones,
}) => {
  await page.clock.install()
  await (await openPhoneForm(page)).fill('0245550103')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await codeOn(phones, '233245550103')
  for (let second = 0; second < 46; second++) await page.clock.runFor(1_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(toasts(page)).toContainText('A new code is on its way')
  await code(page).fill(await codeOn(phones, '233245550103', 2))
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(toasts(page)).toContainText('Login successful')
})

test('too many codes are refused with the time to wait', { tag: '@faults' }, async ({ page, request }) => {
  for (let sent = 0; sent < 3; sent++)
    await request.post('/api/auth/phone/code', { data: { phone: '0245550104' } })
  await (await openPhoneForm(page)).fill('0245550104')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText(/try again in 1[45] minutes/)
})

test('somebody with a phone alone adds an e-mail, and signs in with it', { tag: '@faults' }, async ({
  page,
  phones,
  shop,
  expectUsable,
}) => {
  await signInByPhone(page, phones, '0245550105')
  await page.goto('/account')
  const ways = page.getByRole('region', { name: 'Ways to Sign In' })
  await ways.getByRole('button', { name: 'Add an email' }).click()
  const email = newEmail()
  await ways.getByLabel('Email', { exact: true }).fill(email)
  await ways.getByRole('button', { name: 'Send me the codes' }).click()
  const own = await codeOn(phones, '233245550105', 2)
  await expect(ways.getByLabel('Code from your phone')).toBeFocused()
  await ways.getByLabel('Code from your phone').fill(otherThan(own))
  await ways.getByLabel('Code from your email').fill(await codeInMail(email, shop.dataDir))
  await ways.getByLabel('Password', { exact: true }).fill('kente cloth shawl')
  await ways.getByLabel('Confirm password').fill('kente cloth shawl')
  await ways.getByRole('button', { name: 'Add email' }).click()
  await expect(ways.getByRole('group', { name: 'There is a problem' }).getByRole('link')).toHaveCount(1)
  await expectUsable()
  await ways.getByLabel('Code from your phone').fill(own)
  await ways.getByRole('button', { name: 'Add email' }).click()
  await expect(toasts(page)).toContainText('Email added')
  await expect(ways).toContainText(email)
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expectUsable()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('kente cloth shawl')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('a customer with an e-mail confirms a number with the password, and can take it away', {
  tag: '@faults',
}, async ({ page, phones, newAccount, signIn, expectUsable }) => {
  const account = await newAccount()
  await signIn(account)
  await page.goto('/account')
  const ways = page.getByRole('region', { name: 'Ways to Sign In' })
  await ways.getByRole('button', { name: 'Add your phone' }).click()
  await ways.getByLabel('Phone number').fill('024 555 0106')
  await ways.getByRole('button', { name: 'Send me a code' }).click()
  await code(page).fill(await codeOn(phones, '233245550106'))
  await ways.getByRole('button', { name: 'Confirm number' }).click()
  await expect(ways.getByText('Password is required').first()).toBeVisible()
  await ways.getByLabel('Your password').fill(account.password)
  await expectUsable()
  await ways.getByRole('button', { name: 'Confirm number' }).click()
  await expect(toasts(page)).toContainText('Number confirmed')
  await expect(ways).toContainText('024 555 0106')
  await ways.getByRole('button', { name: 'Remove number' }).click()
  await ways.getByLabel('Your password').fill(account.password)
  await ways.getByRole('button', { name: 'Remove number' }).click()
  await expect(toasts(page)).toContainText('Number removed')
  await expect(ways.getByRole('button', { name: 'Add your phone' })).toBeVisible()
})

test('an account without a password changes its number with a code to each, and is deleted with one', {
  tag: '@faults',
}, async ({ page, phones, expectUsable }) => {
  await signInByPhone(page, phones, '0245550107')
  await page.goto('/account')
  const ways = page.getByRole('region', { name: 'Ways to Sign In' })
  await ways.getByRole('button', { name: 'Change number' }).click()
  await ways.getByLabel('Phone number').fill('024 555 0108')
  await ways.getByRole('button', { name: 'Send me a code' }).click()
  await ways.getByLabel('Code from your new number').fill(await codeOn(phones, '233245550108'))
  await ways.getByLabel('Code from your old number').fill(await codeOn(phones, '233245550107', 2))
  await expectUsable()
  await ways.getByRole('button', { name: 'Confirm number' }).click()
  // The form names the new number, too: only without it the change is done.
  await expect(ways.getByRole('button', { name: 'Change number' })).toBeVisible()
  await expect(ways).toContainText('024 555 0108')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(dialog).toContainText('Please enter the 6 digits of the message')
  await dialog.getByRole('button', { name: 'Send me a code' }).click()
  await dialog.getByLabel('Code', { exact: true }).fill(await codeOn(phones, '233245550108', 2))
  await expectUsable()
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(toasts(page)).toContainText('Account deleted')
})

visit(
  'a shop that sends no codes says nothing of phones',
  { tag: '@faults' },
  async ({ page, signIn, newAccount }) => {
    await page.goto('/signup')
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeVisible()
    await expect(page.getByText('phone')).toHaveCount(0)
    await page.goto('/login')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expect(page.getByText('phone')).toHaveCount(0)
    await signIn(await newAccount())
    await page.goto('/account')
    await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Ways to Sign In' })).toHaveCount(0)
  },
)
