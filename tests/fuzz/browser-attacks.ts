import { expect as base, chromium, type Page } from '@playwright/test'
import { scriptAttacks } from '#server/testing/script-attacks.ts'
import { browserArguments, findBrowser } from '../../scripts/find-browser.ts'
import { brokenOneByOne, openWithRubbish } from '../e2e/setup/broken-storage.ts'
import { tidyUp } from '../e2e/setup/office.ts'
import { awaitScripts, toasts } from '../e2e/setup/page.ts'
import { renderAttacks } from '../e2e/setup/rendered-attacks.ts'
import { buyer, catchChats, fillCheckout, keepCart, listProducts, placeOrder } from '../e2e/setup/shopping.ts'
import { type Attack, openTally } from './part.ts'
import type { Target } from './target.ts'

const expect = base.configure({ timeout: 60_000 })

async function withPage(target: Target, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  try {
    const context = await browser.newContext({
      baseURL: target.address,
      viewport: { width: 1280, height: 800 },
    })
    await awaitScripts(context)
    await work(await context.newPage())
  } finally {
    await browser.close()
  }
}

/** Texts that want to run a script, `size` in one post, shown by a real browser. */
export const scriptTexts: Attack = async (target, size) => {
  const tally = openTally()
  const token = await target.newPerson('admin')
  await withPage(target, async (page) => {
    const { request } = page.context()
    await page.addInitScript((kept) => localStorage.setItem('jwt_token', kept), token)
    const stage = {
      page,
      request,
      token,
      attacks: scriptAttacks,
      inOnePost: size,
      searches: Math.ceil(1_000 / size),
      isAlone: true,
    }
    for (const deed of await renderAttacks(stage)) tally.fail(deed)
    await tidyUp(request)
  })
  for (const attack of scriptAttacks) tally.count(attack)
  return { ...tally.outcome(), worst: tally.failures[0] ?? 'nothing ran' }
}

/** `size` browsers that kept rubbish. */
export const brokenStorage: Attack = async (target, size) => {
  const tally = openTally()
  await withPage(target, async (page) => {
    for (const [turn, broken] of brokenOneByOne.slice(0, size).entries()) {
      const started = performance.now()
      const troubles = await openWithRubbish(page, broken, turn).catch((error) => [
        `${broken.what}: ${error}`,
      ])
      tally.count(broken.what, performance.now() - started)
      for (const trouble of troubles) tally.fail(trouble)
    }
  })
  return tally.outcome()
}

/** How a sign-in ends before the phone is in other hands. */
const endings = [
  'signed out',
  'signed out while the shop is busy',
  'signed out without a network',
  'ended elsewhere',
]

/** `size` phones on which somebody has ordered and typed; the next person looks into everything that is stored there. */
export const handedOnPhones: Attack = async (target, size) => {
  const tally = openTally()
  for (let turn = 0; turn < size; turn++) {
    const ending = endings[turn % endings.length] ?? ''
    const token = await target.newPerson('customer')
    await withPage(target, async (page) => {
      const started = performance.now()
      for (const left of await handOn(page, token, ending)) tally.fail(`${ending}: ${left}`)
      tally.count(`a phone handed on, ${ending}`, performance.now() - started)
    })
  }
  return tally.outcome()
}

async function handOn(page: Page, token: string, ending: string): Promise<string[]> {
  const { request } = page.context()
  await catchChats(page.context())
  const name = (await listProducts(request)).find(({ stock_quantity }) => stock_quantity > 3)?.name ?? ''
  await keepCart(page, request, [{ name, quantity: 1 }])
  await page.evaluate((kept) => localStorage.setItem('jwt_token', kept), token)
  await page.goto('/checkout')
  await expect(page.getByLabel('Email')).not.toHaveValue('')
  const email = await page.getByLabel('Email').inputValue()
  await fillCheckout(page)
  await placeOrder(page).click()
  await expect(page).toHaveURL(/wa\.me|track-order/)
  await keepCart(page, request, [{ name, quantity: 1 }])
  await page.goto('/checkout')
  await page.getByLabel('Street, house or landmark').fill(`${buyer.street}, second floor`)
  if (ending === 'ended elsewhere') {
    await request.post('/api/auth/signout', { headers: { authorization: `Bearer ${token}` } })
    await page.reload()
    await expect(page.getByLabel('Full name')).toHaveValue('')
    await page.goto('/account')
    await expect(page).toHaveURL(/\/login/)
  } else {
    await page.goto('/account')
    if (ending.endsWith('busy'))
      await page.route('**/api/auth/signout', (route) => route.fulfill({ status: 503, json: {} }))
    if (ending.endsWith('network')) await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await expect(toasts(page)).toContainText('You have been logged out successfully.')
    await page.unrouteAll({ behavior: 'wait' })
  }
  return [...(await findInStorage(page, { email, token }, ending)), ...(await findOnPages(page, email))]
}

/** What was being typed waits in its tab for its owner, when the sign-in ended by itself; everything else is gone. */
async function findInStorage(
  page: Page,
  { email, token }: { email: string; token: string },
  ending: string,
): Promise<string[]> {
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((area) =>
      Object.entries(area).map(([key, value]) => ({ key, value: String(value) })),
    ),
  )
  const isWaiting = (key: string) => ending === 'ended elsewhere' && key.startsWith('adom_draft:')
  const personal = [email, buyer.name, buyer.street, buyer.phone, 'Kumasi', token]
  return stored
    .filter(({ key }) => !isWaiting(key) && key !== 'adom_sign_outs')
    .flatMap(({ key, value }) =>
      personal.filter((text) => value.includes(text)).map((text) => `${key} has ${text}`),
    )
}

async function findOnPages(page: Page, email: string): Promise<string[]> {
  const found: string[] = []
  for (const path of ['/checkout', '/cart', '/track-order', '/']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const fields = await page.locator('input, select, textarea').evaluateAll((all) => {
      return all.map((field) => ('value' in field ? String(field.value) : ''))
    })
    const shown = `${await page.locator('body').innerText()} ${fields.join(' ')}`
    // The phone number is also the example below its field.
    for (const text of [email, buyer.name, buyer.street])
      if (shown.includes(text)) found.push(`${path} shows ${text}`)
  }
  return found
}
