import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { leftToFaults, newEmail, test } from './setup/visit.ts'

const form = (page: Page) => page.getByRole('region', { name: 'Send us a message' })

async function writeMessage(page: Page, { email, words }: { email: string; words: string }) {
  await form(page).getByLabel('Name').fill('Esi Owusu')
  await form(page).getByLabel('Email').fill(email)
  await form(page).getByLabel('Subject').selectOption('Order Status')
  await form(page).getByLabel('Message').fill(words)
  await form(page).getByRole('button', { name: 'Send Message' }).click()
}

test('the story of the shop ends in the shop', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(4)
  await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).click()
  await expect(page).toHaveURL('/shop')
})

test('the contact page says when and where the shop is reached', async ({ page }) => {
  await page.goto('/contact')
  const details = page.getByRole('region', { name: 'How to reach us' })
  await expect(details).toContainText('Monday to Saturday, 9am to 10pm GMT')
  await expect(details.getByRole('link', { name: 'Chat with us on WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/1234567890/,
  )
  const place = page.getByRole('region', { name: 'Where to find us' })
  await expect(place.getByRole('img', { name: /coast at Accra/ })).toBeVisible()
  await expect(place.getByRole('link', { name: 'Open in Google Maps' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=/,
  )
})

for (const [when, words] of [
  ['2026-03-04T12:00:00Z', 'Open now'],
  ['2026-03-04T22:30:00Z', 'Closed now'],
  ['2026-03-08T12:00:00Z', 'Closed now'],
] as const) {
  test(`at ${when} the contact page says ${words}`, { tag: '@faults' }, async ({ page }) => {
    await page.clock.setFixedTime(when)
    await page.goto('/contact')
    await expect(page.getByRole('region', { name: 'How to reach us' }).getByText(words)).toBeVisible()
  })
}

test('the contact form asks for all four fields', async ({ page }) => {
  await page.goto('/contact')
  await expect(form(page).getByLabel('Subject').getByRole('option')).toHaveText([
    'Choose a subject',
    'Product Inquiry',
    'Order Status',
    'Returns & Refunds',
    'Wholesale Inquiry',
    'Other',
  ])
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  const problems = page.getByRole('group', { name: 'There is a problem' })
  await expect(problems).toBeFocused()
  await expect(problems.getByRole('link')).toHaveText([
    'Name is required',
    'Email is required',
    'Please choose a subject',
    'Message is required',
  ])
  await problems.getByRole('link', { name: 'Email is required' }).click()
  await expect(form(page).getByLabel('Email')).toBeFocused()
  await page.keyboard.type('esi')
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(problems.getByRole('link', { name: 'Invalid email address' })).toBeVisible()
})

test('a message is kept, mailed to the owner and thanked for, and after five seconds the form is back', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-03-04T12:00:00Z' })
  await page.goto('/contact')
  await expect(page.getByText('Open now')).toBeVisible()
  await page.clock.pauseAt('2026-03-04T13:00:00Z')
  const email = newEmail()
  const words = `Where is my parcel? ${email}`
  await writeMessage(page, { email, words })
  await expect(page.getByRole('status').getByText('Message Sent!')).toBeVisible()
  await expect(form(page).getByLabel('Message')).toBeHidden()
  await page.clock.runFor(4_999)
  await expect(page.getByText('Message Sent!')).toBeVisible()
  await page.clock.runFor(1)
  await expect(page.getByText('Message Sent!')).toBeHidden()
  await expect(form(page).getByLabel('Message')).toHaveValue('')
  await expect.poll(() => mailsFrom(email)).toEqual([expect.stringContaining(words)])
})

/** The mails to the owner that answer to this address. */
async function mailsFrom(email: string): Promise<string[]> {
  const outbox = join(process.env.SHOP_DATA_DIR ?? '', 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.txt'))
  const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')))
  return mails.filter((mail) => mail.includes(email) && mail.includes('Order Status'))
}

test('a message that could not be sent is not lost, and can be sent in a chat', { tag: '@faults' }, async ({
  page,
}) => {
  await page.route('/api/contact', (route) => route.abort())
  await page.goto('/contact')
  await writeMessage(page, { email: 'esi@example.com', words: 'Is the mask back?' })
  const failure = form(page).getByRole('alert')
  await expect(failure).toContainText('Your message was not sent')
  await expect(failure).toBeFocused()
  await expect(form(page).getByLabel('Name')).toHaveValue('Esi Owusu')
  await expect(form(page).getByLabel('Email')).toHaveValue('esi@example.com')
  await expect(form(page).getByLabel('Subject')).toHaveValue('Order Status')
  await expect(form(page).getByLabel('Message')).toHaveValue('Is the mask back?')
  const chat = await failure.getByRole('link', { name: 'Send on WhatsApp' }).getAttribute('href')
  expect(new URL(chat ?? '').searchParams.get('text')).toContain('Is the mask back?')

  await page.unrouteAll()
  await form(page).getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Message Sent!')).toBeVisible()
})

test('what a program writes into the hidden field reaches nobody', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/contact')
  const email = newEmail()
  await page.getByLabel('Leave this empty').evaluate((field: HTMLInputElement) => {
    field.value = 'https://spam.example'
  })
  await writeMessage(page, { email, words: 'Buy cheap watches' })
  await expect(page.getByText('Message Sent!')).toBeVisible()

  await page.reload()
  const honest = newEmail()
  await writeMessage(page, { email: honest, words: 'A real question' })
  await expect.poll(() => mailsFrom(honest)).toHaveLength(1)
  expect(await mailsFrom(email)).toEqual([])
})

test('eight questions open and close, and lead on to the contact page', async ({ page }) => {
  await page.goto('/faq')
  const questions = page.getByRole('main').getByRole('group')
  await expect(questions).toHaveCount(8)
  const about = [
    /track my order/,
    /pay/,
    /delivery take/,
    /cruelty-free/,
    /modify or cancel/,
    /samples/,
    /ingredients do you avoid/,
    /store my products/,
  ]
  for (const [place, subject] of about.entries()) await expect(questions.nth(place)).toContainText(subject)
  const [first, fifth] = [questions.first(), questions.nth(4)]
  await fifth.getByText(/modify or cancel/).click()
  await expect(fifth.getByText('Yes, within 1 hour of placing it.')).toBeVisible()
  await first.getByText(/track my order/).click()
  await expect(first.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order')
  await fifth.getByText(/modify or cancel/).click()
  await expect(fifth.getByText('Yes, within 1 hour of placing it.')).toBeHidden()
  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
})

for (const [path, title, figures] of [
  [
    '/shipping-policy',
    'Shipping Policy',
    [
      '1-2 business days',
      '3-5 days',
      '$5.99, free over $50',
      '1-2 days',
      '$12.99',
      '7-14 days',
      'within 1 hour',
    ],
  ],
  ['/returns-policy', 'Returns & Refunds', ['within 30 days', 'within 14 days', 'Within 1 hour']],
  ['/privacy-policy', 'Privacy Policy', ['Last updated May 13, 2025']],
  ['/terms-of-service', 'Terms of Service', ['30 days']],
] as const) {
  test(
    `${title} holds its figures and leads on`,
    leftToFaults(path !== '/shipping-policy'),
    async ({ page }) => {
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} – Adom Beauty`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      for (const figure of figures) await expect(page.getByRole('main')).toContainText(figure)
      const questions = page.getByRole('region', { name: 'Any questions?' })
      await expect(questions.getByRole('link', { name: 'Contact Us' })).toHaveAttribute('href', '/contact')
      await expect(questions.getByRole('link', { name: 'Track Order' })).toHaveAttribute(
        'href',
        '/track-order',
      )
    },
  )
}

test('the shipping policy shows what the checkout charges inside Ghana', async ({ page }) => {
  await page.goto('/shipping-policy')
  const rows = page.getByRole('table', { name: 'Delivery fees inside Ghana' }).getByRole('row')
  await expect(rows.filter({ hasText: /^Accra/ })).toContainText('Free')
  await expect(rows.filter({ hasText: 'Tema and Nsawam' })).toContainText('Ghs 55.00')
  await expect(rows.filter({ hasText: 'Other places in Greater Accra' })).toContainText('Ghs 45.00')
  await expect(rows.filter({ hasText: 'All other places' })).toContainText('Ghs 45.00')
  await expect(rows.filter({ hasText: 'Pick up by Personal Rider' })).toContainText('Free')
})

test('the contents of a policy lead to its sections', { tag: '@faults' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/privacy-policy')
  const last = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const heading = page.getByRole('heading', { level: 2, name: (await last.textContent()) ?? '' })
  await last.click()
  await expect(heading).toBeInViewport()
})

test('someone confirms the letters with one press, and a link that has ended says so', {
  tag: '@faults',
}, async ({ page }) => {
  await page.goto('/newsletter/leave?join=not-a-real-one')
  await expect(page).toHaveTitle(/^Confirm our letters/)
  await page.getByRole('button', { name: 'Yes, send me the letters' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('You are not subscribed yet')
  await page.route('/api/newsletter/confirm', (route) => route.fulfill({ json: { success: true } }))
  await page.getByRole('button', { name: 'Yes, send me the letters' }).click()
  await expect(page.getByText('Thank you. The next letter comes to you.')).toBeFocused()
})

test('someone leaves the letters with one press, and a cut-off link says so', { tag: '@faults' }, async ({
  page,
}) => {
  await page.goto('/newsletter/leave?secret=not-a-real-one')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByText('You are unsubscribed. No more letters will come.')).toBeFocused()
  await page.goto('/newsletter/leave')
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This link is not complete.')
  await page.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})
