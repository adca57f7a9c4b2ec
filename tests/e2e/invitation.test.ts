import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { sizes } from './setup/office.ts'
import { closeToasts, passTimeToRead, pauseTime } from './setup/page.ts'
import { test } from './setup/visit.ts'

test('an owner invites a helper by WhatsApp from a phone; the helper sees only what is theirs', async ({
  page,
  signIn,
  expectUsable,
}) => {
  await page.setViewportSize(sizes.phone)
  await signIn('admin')
  await page.goto('/admin/team')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const form = page.getByRole('dialog', { name: 'Invite somebody' })
  await form.getByLabel('Email or WhatsApp number').fill('not a number')
  await form.getByRole('button', { name: 'Make the link' }).click()
  await expect(form.getByText('This is neither an email address nor a mobile number')).toBeVisible()
  await expectUsable()
  await form.getByLabel('Email or WhatsApp number').fill('024 765 4321')
  await form.getByRole('button', { name: 'Make the link' }).click()

  const ready = page.getByRole('dialog', { name: 'The invitation is ready' })
  const send = ready.getByRole('link', { name: 'Send on WhatsApp' })
  const chat = new URL((await send.getAttribute('href')) ?? '')
  expect(chat.origin + chat.pathname).toBe('https://wa.me/233247654321')
  const link = /\S+\/welcome\?token=\S+$/.exec(chat.searchParams.get('text') ?? '')?.[0] ?? ''
  await expect(ready.getByText(link)).toBeVisible()
  await expectUsable({ again: true })
  await ready.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Open invitations' })).toContainText('024 765 4321')

  const { pathname, search } = new URL(link)
  await page.goto(pathname + search)
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await page.getByLabel('Your name').fill('Esi Owusu')
  await page.getByLabel('Email').fill(`esi.${randomUUID()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill('kente cloth shawl')
  await page.getByLabel('Confirm password').fill('kente cloth shawl')
  await expectUsable({ again: true })
  await page.getByRole('button', { name: 'Make my account' }).click()

  await expect(page).toHaveURL('/admin/orders')
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New order' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeHidden()
  await closeToasts(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('navigation', { name: 'Back office' })
  await expect(menu.getByRole('link')).toHaveText([/^Products/, /^Orders/, /^Blog/, /^Messages/])
  await menu.getByRole('link', { name: 'Products' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add New Product' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Import CSV' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^(Delete|More for)/ })).toHaveCount(0)
  await expectUsable({ again: true })

  await page.clock.install()
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Access Denied' })).toBeVisible()
  await pauseTime(page)
  await expect(
    page.getByText('Your role does not include settings. Please ask an admin of the shop.'),
  ).toBeVisible()
  await passTimeToRead(page)
  await expect(page).toHaveURL('/admin/orders')
})
