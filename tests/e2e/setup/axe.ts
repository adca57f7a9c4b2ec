import type { Page } from '@playwright/test'
import axe from 'axe-core'

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What another colour scheme can change. */
const colours = ['color-contrast', 'link-in-text-block']

/** What axe finds against WCAG 2.2 AA or its best practices; `onlyColours` where all else was looked at already. */
export async function findBarriers(page: Page, { onlyColours = false } = {}): Promise<string[]> {
  await untilStill(page)
  // Half of a look is bringing axe into the page: each page gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const options: axe.RunOptions = {
    runOnly: onlyColours ? { type: 'rule', values: colours } : { type: 'tag', values: everything },
    resultTypes: ['violations'],
    preload: false,
  }
  const { violations } = await page.evaluate(
    (wanted) => (window as unknown as { axe: typeof axe }).axe.run(document, wanted),
    options,
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' · ')}`)
}

/** What is still fading in, or into another colour, has too little contrast on its way. */
async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  )
}
