import { expect } from '@playwright/test'
import { ownName, ownWord, sizes } from './setup/office.ts'
import { closeToasts, toasts } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('an owner gives a tool a key, which works until it is revoked, and has a tool told what happens', async ({
  page,
  request,
  signIn,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.phone)
  await signIn('admin')
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const form = page.getByRole('dialog', { name: 'Make a key' })
  await form.getByRole('button', { name: 'Make the key' }).click()
  await expect(form.getByText('Please name the tool that uses the key')).toBeVisible()
  const tool = ownName('Accounts')
  await form.getByLabel('Which tool').fill(tool)
  await form.getByRole('button', { name: 'Make the key' }).click()

  const shown = page.getByRole('dialog', { name: `The key for ${tool}` })
  const key = (await shown.getByText(/^adom_[\w-]{43}$/).textContent()) ?? ''
  const orders = async () =>
    (await request.get('/api/orders', { headers: { authorization: `Bearer ${key}` } })).status()
  expect(await orders()).toBe(200)
  await shown.getByRole('button', { name: 'Done' }).click()
  const keys = page.getByRole('region', { name: 'Keys' })
  await expect(keys).toContainText(tool)

  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a webhook' })
  await adding.getByLabel('Address of the tool').fill('https://10.0.0.1/shop')
  await adding.getByLabel('Low stock').check()
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding.getByText(/only calls addresses of the public web/)).toBeVisible()
  const host = `${ownWord()}.example.com`
  await adding.getByLabel('Address of the tool').fill(`https://${host}/shop`)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = page.getByRole('dialog', { name: 'The secret of the webhook' })
  await expect(secret.getByText(/^whsec_[\w-]{43}$/)).toBeVisible()
  await secret.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: `Send a test: ${host}` }).click()
  const log = page.getByRole('region', { name: 'Log of the webhook' })
  await expect(log.getByRole('row', { name: /Waiting|Failed/ })).toBeVisible()
  await expectUsable({ again: true, inBothColours: true })
  await log.getByRole('button', { name: 'Send again Test' }).click()
  await expect(toasts(page)).toContainText('It is sent again')
  await closeToasts(page)

  await page.getByRole('button', { name: `Remove: ${host}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toasts(page)).toContainText('The webhook is removed')
  await closeToasts(page)
  await keys.getByRole('button', { name: `Revoke the key for ${tool}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(keys).not.toContainText(tool)
  expect(await orders()).toBe(401)
})
