import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export type Role = 'admin' | 'driver' | 'customer'

type Visit = {
  /** Signs a demo account in through the API and gives the page its token. */
  signIn(role: Role): Promise<void>
  /** Fails on anything that axe finds against WCAG 2.2 AA or its best practices. */
  expectAccessible(): Promise<void>
}

/** A page that fails the test when its console shows an error or when it throws. */
export const test = base.extend<Visit & { quietConsole: undefined }>({
  quietConsole: [
    async ({ page }, use) => {
      const complaints = listenToConsole(page)
      await use(undefined)
      expect(complaints, 'the console stays quiet').toEqual([])
    },
    { auto: true },
  ],
  signIn: async ({ page, request }, use) => {
    await use(async (role) => {
      const accounts: Record<Role, { email: string; password: string }> = JSON.parse(
        process.env.SHOP_ACCOUNTS ?? '{}',
      )
      const answer = await request.post('/api/auth/signin', { data: accounts[role] })
      const { token } = await answer.json()
      await page.addInitScript((value) => localStorage.setItem('jwt_token', value), token)
    })
  },
  expectAccessible: async ({ page }, use) => {
    await use(async () => {
      const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' · ')}`,
      )
      expect(found).toEqual([])
    })
  },
})

function listenToConsole(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    // The browser itself reports answers such as 404 and 401; the tests look at those where they matter.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text())
  })
  return complaints
}
