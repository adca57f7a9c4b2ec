import { createHmac } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { sizes } from './setup/office.ts'
import { withOwnShop } from './setup/own-shop.ts'
import { toasts } from './setup/page.ts'

const appSecret = 'app-secret-of-meta'

/** Nobody listens there: what goes to phones only waits. */
const test = withOwnShop({
  SMS_PROVIDER: 'arkesel',
  SMS_SENDER: 'AdomBeauty',
  SMS_KEY: 'secret-of-arkesel',
  WHATSAPP_NUMBER_ID: '106540352242922',
  WHATSAPP_TOKEN: 'secret-of-whatsapp',
  WHATSAPP_APP_SECRET: appSecret,
  WHATSAPP_VERIFY_TOKEN: 'a-word-of-our-own',
  MESSAGE_SERVICE_URL: 'http://127.0.0.1:9',
})

/** As WhatsApp calls the shop when somebody writes there. */
async function writeOnWhatsApp(
  request: APIRequestContext,
  from: string,
  name: string,
  text: string,
  hoursAgo = 0,
) {
  const seconds = Math.floor(Date.now() / 1_000) - hoursAgo * 3_600
  const message = {
    from,
    id: `wamid.${from}.${text}`,
    timestamp: String(seconds),
    type: 'text',
    text: { body: text },
  }
  const value = {
    metadata: { phone_number_id: '106540352242922' },
    contacts: [{ wa_id: from, profile: { name } }],
    messages: [message],
  }
  const payload = JSON.stringify({ entry: [{ changes: [{ value }] }] })
  const signature = `sha256=${createHmac('sha256', appSecret).update(payload).digest('hex')}`
  const answer = await request.post('/api/messages/callbacks/whatsapp', {
    data: Buffer.from(payload),
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
  })
  expect(answer.status()).toBe(200)
}

function fits(page: Page) {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

for (const [device, viewport] of [
  ['a phone', { width: 360, height: 740 }],
  ['a laptop', sizes.laptop],
] as const) {
  test(`on ${device} somebody answers in WhatsApp's 24 hours, and by SMS or template afterwards`, {
    tag: '@faults',
  }, async ({ page, request, shop, signIn, expectAccessible }) => {
    const number = `23324555${viewport.width.toString().padStart(4, '0')}`
    const name = `Akosua ${viewport.width}`
    await writeOnWhatsApp(request, number, name, 'Is the shea butter back?')
    await page.setViewportSize(viewport)
    await signIn(shop.admin)
    await page.goto('/admin/messages')
    const row = page.getByRole('listitem').filter({ hasText: name })
    await expect(row).toContainText('Unread')
    await expectAccessible()
    await row.getByRole('link', { name }).click()
    const sheet = page.getByRole('dialog', { name })
    await expect(sheet).toContainText('Is the shea butter back?')
    await expect(sheet).toContainText('Free words until')
    await expectAccessible()
    expect(await fits(page)).toBe(true)

    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(sheet).toContainText('Please write an answer')
    await sheet.getByLabel('Answer by WhatsApp', { exact: true }).fill('Yes, since today.')
    await sheet.getByRole('button', { name: 'Send' }).click()
    await expect(toasts(page)).toContainText('Your answer goes out by WhatsApp')
    const lines = sheet.getByRole('list', { name: 'Conversation' }).getByRole('listitem')
    await expect(lines).toHaveCount(2)
    await expect(lines.last()).toContainText('Yes, since today.')
    await expect(lines.last()).toContainText(/Waiting|Being sent|Not sent/)
    await expect(sheet.getByLabel('Answer by WhatsApp', { exact: true })).toHaveValue('')
    await expect(sheet.getByLabel('Answered by')).not.toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(row).toContainText('You: Yes, since today.')

    const late = `Yaw ${viewport.width}`
    await writeOnWhatsApp(request, `23320777${viewport.width.toString().padStart(4, '0')}`, late, 'STOP', 30)
    await page.goto('/admin/messages')
    await page.getByRole('link', { name: late }).click()
    const other = page.getByRole('dialog', { name: late })
    await expect(other).toContainText('Wants no offers')
    await expect(other).toContainText("WhatsApp's 24 hours are over.")
    await other.getByLabel('Answer by SMS').fill('As you wish.')
    await expect(other).toContainText('1 SMS')
    await other.getByRole('button', { name: 'WhatsApp template' }).click()
    await expect(other).toContainText('in your approved template')
    await expectAccessible()
    await other.getByRole('button', { name: 'Close conversation' }).click()
    await expect(other.getByRole('button', { name: 'Reopen' })).toBeVisible()
  })
}
