import { expect, type Page } from '@playwright/test'

/** What a page did that only a script of a stranger would make it do. */
export async function watchForScripts(page: Page): Promise<{ deeds: string[] }> {
  const deeds: string[] = []
  page.on('dialog', async (dialog) => {
    deeds.push(`${page.url()} opened a dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', (request) => {
    // The words of an attack may stand in an address of our own, where they are searched for.
    if (new URL(request.url()).hostname.endsWith('evil.example'))
      deeds.push(`${page.url()} asked for ${request.url()}`)
  })
  await page.exposeFunction('tellOfBrokenRule', (rule: string) => void deeds.push(rule))
  page.on('pageerror', (error) => deeds.push(`${page.url()} failed: ${error}`))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const { tellOfBrokenRule } = window as unknown as { tellOfBrokenRule(rule: string): void }
      tellOfBrokenRule(`${location.href} broke ${violatedDirective}: ${blockedURI} ${sample}`)
    }),
  )
  return { deeds }
}

/** Opens a page under the real policy and touches whatever on it says that it wants to be pressed. */
export async function visit(page: Page, address: string): Promise<void> {
  const answer = await page.goto(address)
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self'")
  await expect(page.getByRole('main')).not.toBeEmpty()
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('main *')) {
      if (element.textContent !== 'press') continue
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      const link = element.closest('a')
      // A link to somewhere else is allowed; following it is not what is looked at here.
      if (link === null || !link.protocol.startsWith('http')) element.click()
    }
  })
}
