import { expect, type Locator, type Page } from '@playwright/test'
import { pauseTime } from './setup/page.ts'
import { test, withMotion } from './setup/visit.ts'

test.use(withMotion)

const section = (page: Page) => page.getByRole('region', { name: 'What our customers say' })

const shownNames = async (page: Page) => {
  const quotes = section(page).getByRole('listitem')
  await expect(quotes).toHaveCount(3)
  return quotes.getByRole('blockquote').allTextContents()
}

/** Scripts decide whether the row may move by itself, so its button comes with them. */
async function openHome(page: Page): Promise<Locator> {
  await page.clock.install()
  await page.goto('/')
  const pause = section(page).getByRole('button', { name: 'Pause testimonials' })
  await expect(pause).toBeVisible()
  await pauseTime(page)
  return pause
}

test('three testimonials are seen at once, and after three seconds the next one comes', {
  tag: '@faults',
}, async ({ page }) => {
  await openHome(page)
  const [, second, third] = await shownNames(page)
  await page.clock.runFor(3_000)
  await expect.poll(() => shownNames(page)).toEqual([second, third, expect.any(String)])
})

test('on a phone the page stays where it is while the testimonials move', { tag: '@faults' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  // In real time: with a clock that stands still the browser holds on to nothing.
  await page.goto('/')
  await expect(section(page).getByRole('button', { name: 'Pause testimonials' })).toBeVisible()
  // Of the last card only the end is seen, so that is what the browser would hold on to.
  const below = page.getByRole('heading', { name: 'Letters about good skin' })
  await below.evaluate((heading) => window.scrollBy(0, heading.getBoundingClientRect().top - 300))
  const place = await page.evaluate(() => window.scrollY)
  for (let turn = 0; turn < 2; turn++) {
    const before = await shownNames(page)
    await expect.poll(() => shownNames(page)).not.toEqual(before)
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(place)
})

test('whoever pauses the testimonials reads in peace, and may start them again', { tag: '@faults' }, async ({
  page,
}) => {
  const pause = await openHome(page)
  await pause.click()
  const before = await shownNames(page)
  await page.clock.runFor(10_000)
  expect(await shownNames(page)).toEqual(before)
  await section(page).getByRole('button', { name: 'Start rotating testimonials' }).click()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3_000)
  await expect.poll(() => shownNames(page)).not.toEqual(before)
})

test('while someone points at a testimonial nothing moves', { tag: '@faults' }, async ({ page }) => {
  await openHome(page)
  await section(page).getByRole('listitem').first().hover()
  const before = await shownNames(page)
  await page.clock.runFor(10_000)
  expect(await shownNames(page)).toEqual(before)
})

test('after a move by hand nothing moves by itself any more', { tag: '@faults' }, async ({ page }) => {
  await openHome(page)
  const before = await shownNames(page)
  await section(page).getByRole('button', { name: 'Next testimonial' }).click()
  const [first, second] = await shownNames(page)
  expect([first, second]).toEqual(before.slice(1))
  await page.mouse.move(0, 0)
  await page.clock.runFor(10_000)
  expect(await shownNames(page)).toEqual([first, second, expect.any(String)])
  await section(page).getByRole('button', { name: 'Previous testimonial' }).click()
  expect(await shownNames(page)).toEqual(before)
})

test('for people who want calm the testimonials stand still, and move by hand', { tag: '@faults' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  const next = section(page).getByRole('button', { name: 'Next testimonial' })
  const before = await shownNames(page)
  await next.click()
  await expect.poll(() => shownNames(page)).not.toEqual(before)
  const after = await shownNames(page)
  await page.clock.runFor(10_000)
  expect(await shownNames(page)).toEqual(after)
  await expect(section(page).getByRole('button', { name: /Pause|Start/ })).toHaveCount(0)
})

test('a visitor is asked to log in before writing', { tag: '@faults' }, async ({ page }) => {
  await page.goto('/')
  const link = section(page).getByRole('link', { name: 'Log in to share yours' })
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible()
})

test('a customer writes a testimonial, is thanked and sees it first in the list', async ({
  page,
  newAccount,
  signIn,
}) => {
  const account = await newAccount()
  await signIn(account)
  await page.goto('/')
  const words = `Soft by evening, and no smell at all (${account.email.slice(6, 14)}).`
  const rating = section(page).getByRole('group', { name: 'Your rating' })
  await expect(rating.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await expect(section(page).getByText('Your e-mail is never published.')).toContainText(
    `Shown as ${account.email.split('@')[0]}.`,
  )

  const submit = section(page).getByRole('button', { name: 'Submit testimonial' })
  await submit.click()
  await expect(section(page).getByRole('link', { name: 'Please write a few words.' })).toBeVisible()

  await rating.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await section(page).getByLabel('Your testimonial').fill(words)
  await section(page).getByLabel('Location').fill('Tamale')
  await submit.click()
  await expect(section(page).getByText('Testimonial submitted! Thank you.')).toBeFocused()
  const newest = section(page).getByRole('listitem').first()
  await expect(newest).toContainText(words)
  await expect(newest).toContainText('Tamale')
  await expect(newest).toContainText(account.email.split('@')[0] ?? '')
  await expect(newest.getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
  await expect(section(page)).not.toContainText('@example.com')

  await expect(section(page).getByLabel('Your testimonial')).toHaveValue('')
  await expect(rating.getByRole('radio', { name: '5 stars' })).toBeChecked()

  // So narrow is a phone whose owner reads large letters.
  await page.setViewportSize({ width: 250, height: 570 })
  await expect(section(page).getByRole('button', { name: 'Pause testimonials' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(250)
})

test('when the shop refuses, breaks without a word or cannot be reached, a testimonial is kept in its form', async ({
  page,
  newAccount,
  signIn,
}) => {
  await signIn(await newAccount())
  await page.goto('/')
  await section(page).getByLabel('Your testimonial').fill('My skin is calm.')
  const tooMany = { status: 429, json: { error: 'Please wait a moment.', code: 'too_many_requests' } }
  for (const [answer, words] of [
    [tooMany, 'Please wait a moment.'],
    [{ status: 500, body: 'oops', contentType: 'text/plain' }, 'Failed to submit testimonial'],
    [null, 'Failed to submit testimonial'],
  ] as const) {
    await page.route(
      '/api/testimonials',
      (route) => (answer === null ? route.abort() : route.fulfill(answer)),
      { times: 1 },
    )
    await section(page).getByRole('button', { name: 'Submit testimonial' }).click()
    await expect(section(page).getByRole('alert')).toContainText(words)
    await expect(section(page).getByLabel('Your testimonial')).toHaveValue('My skin is calm.')
  }
})
