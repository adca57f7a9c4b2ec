import { chromium, type Page } from '@playwright/test'
import { scriptAttacks } from '#server/testing/script-attacks.ts'
import { browserArguments, findBrowser } from '../../scripts/find-browser.ts'
import { brokenOneByOne, noteHydrated, openWithRubbish } from '../e2e/setup/broken-storage.ts'
import { tidyUp } from '../e2e/setup/office.ts'
import { renderAttacks } from '../e2e/setup/rendered-attacks.ts'
import { type Attack, openTally } from './part.ts'
import type { Target } from './target.ts'

async function withPage(target: Target, work: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: browserArguments })
  try {
    const context = await browser.newContext({
      baseURL: target.address,
      viewport: { width: 1280, height: 800 },
    })
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
    await noteHydrated(page)
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
