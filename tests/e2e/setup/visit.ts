import { randomBytes, randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, expect } from '@playwright/test'
import { findBarriers, findSmallTargets } from './accessibility.ts'
import { sizes, tidyUp } from './office.ts'
import { shareShops } from './open-shop.ts'
import { awaitScripts } from './page.ts'

export type Role = 'admin' | 'driver' | 'customer'

export type Account = { email: string; password: string }

type Visit = {
  /** Signs a demo account, or one that the test made, in through the API and gives the page its token. */
  signIn(who: Role | Account): Promise<string>
  /** An admin on a laptop opens a page of the back office. */
  openOffice(path: string): Promise<string>
  /** A customer of this test alone, made through the API. */
  newAccount(): Promise<Account>
  /** Fails on anything that axe finds against WCAG 2.2 AA or its best practices. */
  expectAccessible(look?: Look): Promise<void>
  /**
   * The same on a phone, and whatever can be pressed is large enough for a thumb; `npm run faults -- browser` looks at the
   * laptop, too, and at both colour schemes where that is wanted. Ends on the phone.
   */
  expectUsable(wanted?: Look & { inBothColours?: boolean; smallest?: number }): Promise<void>
}

type Look = {
  /** The same screen in another state, or one that another test looks at: axe is left to `npm run faults -- browser`. */
  again?: boolean
}

type Options = {
  /** Addresses where attacks are typed: a browser may report each one that it reads, although none runs. */
  mayReportAttacks: RegExp | undefined
}

/** A page that fails the test when it writes an error to the console, throws, or breaks the shop's policy. */
export const test = base.extend<
  Visit & Options & { quietConsole: undefined; tidyShelves: undefined },
  { shops: ReturnType<typeof shareShops> }
>({
  shops: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
    async ({}, use) => {
      const shops = shareShops()
      await use(shops)
      await shops.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  mayReportAttacks: [undefined, { option: true }],
  /** Each test comes from an address of its own: what one tries too often must not stop another. */
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the first parameter what is needed.
  extraHTTPHeaders: async ({}, use) => {
    await use({ 'x-forwarded-for': ['10', ...randomBytes(3)].join('.') })
  },
  context: async ({ context, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) await awaitScripts(context)
    await use(context)
  },
  quietConsole: [
    async ({ context, mayReportAttacks }, use) => {
      const complaints = await listenToConsole(context, mayReportAttacks)
      await use(undefined)
      expect(complaints, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
  tidyShelves: [
    async ({ request, shops }, use, { file }) => {
      await shops.closeOthers(file)
      await use(undefined)
      await tidyUp(request)
    },
    { auto: true },
  ],
  signIn: async ({ page, request }, use) => {
    await use(async (who) => {
      const account = typeof who === 'string' ? demoAccount(who) : who
      const device = randomUUID()
      const token = await tokenOf(request, { ...account, device })
      await page.addInitScript(storeOnce, { token, device })
      return token
    })
  },
  openOffice: async ({ page, signIn }, use) => {
    await use(async (path) => {
      await page.setViewportSize(sizes.laptop)
      const token = await signIn('admin')
      await page.goto(path)
      return token
    })
  },
  newAccount: async ({ request }, use) => {
    await use(async () => {
      const account = { email: newEmail(), password: 'kente cloth shawl' }
      const answer = await request.post('/api/auth/signup', { data: account })
      expect(answer.status()).toBe(201)
      return account
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async ({ again = false } = {}) => {
      if (looksEverywhere || !again) expect(await findBarriers(page)).toEqual([])
    })
  },
  expectUsable: async ({ page }, use) => {
    await use(async ({ again = false, inBothColours = false, smallest } = {}) => {
      for (const size of looksEverywhere ? [sizes.laptop, sizes.phone] : [sizes.phone]) {
        await page.setViewportSize(size)
        // The back office of a laptop is worked with a mouse.
        const hasThumb = size === sizes.phone || !new URL(page.url()).pathname.startsWith('/admin')
        if (looksEverywhere || !again)
          expect(await findBarriers(page, { withoutSizes: hasThumb })).toEqual([])
        if (hasThumb) expect(await findSmallTargets(page, smallest)).toEqual([])
        if (!inBothColours || !looksEverywhere) continue
        await page.emulateMedia({ colorScheme: 'dark' })
        expect(await findBarriers(page, { onlyColours: true })).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
    })
  },
})

const looksEverywhere = Boolean(process.env.FAULTS)

/** For the rows of a table of tests: those that are left to `npm run faults -- browser`. */
export function leftToFaults(isLeft: boolean): { tag?: string } {
  return isLeft ? { tag: '@faults' } : {}
}

/** For tests of what moves; in all others nothing glides. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** An address that no other test uses. */
export function newEmail(): string {
  return `guest-${randomUUID().slice(0, 8)}@example.com`
}

export function demoAccount(role: Role): Account {
  const accounts: Record<Role, Account> = JSON.parse(process.env.SHOP_ACCOUNTS ?? '{}')
  return accounts[role]
}

async function tokenOf(request: APIRequestContext, data: Account & { device: string }): Promise<string> {
  const answer = await request.post('/api/auth/signin', { data })
  expect(answer.status()).toBe(200)
  const { token } = await answer.json()
  return token
}

/** Runs in the page before its own scripts. Once for each tab: whoever signs out stays signed out. */
function storeOnce({ token, device }: { token: string; device: string }): void {
  // An empty page, and the browser's own about a lost network, have no storage.
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('has-come') !== null) return
  sessionStorage.setItem('has-come', 'yes')
  localStorage.setItem('adom_device', device)
  localStorage.setItem('jwt_token', token)
}

async function listenToConsole(context: BrowserContext, mayReportAttacks?: RegExp): Promise<string[]> {
  const complaints: string[] = []
  context.on('weberror', (trouble) => complaints.push(String(trouble.error())))
  context.on('console', (message) => {
    // What the browser says by itself, such as answers of 404 and 401, has its own words in each browser, and no arguments.
    const isOfBrowser = message.args().length === 0
    if (message.type() === 'error' && !isOfBrowser) complaints.push(message.text())
  })
  await context.addInitScript((source) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const mayHappen = source !== undefined && new RegExp(source).test(location.href)
      if (!mayHappen) reportError(`${location.href} broke ${violatedDirective}: ${blockedURI}`)
    })
  }, mayReportAttacks?.source)
  return complaints
}
