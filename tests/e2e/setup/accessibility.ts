import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half as long as `axe.source`, which every page has to read. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What another colour scheme can change. */
const colours = ['color-contrast', 'link-in-text-block']

type Wanted = {
  /** Where all else was looked at already. */
  onlyColours?: boolean
  /** Where `findSmallTargets` looks, too, which asks for more than axe's 24 pixels. */
  withoutSizes?: boolean
}

/** What axe finds against WCAG 2.2 AA or its best practices. */
export async function findBarriers(
  page: Page,
  { onlyColours = false, withoutSizes = false }: Wanted = {},
): Promise<string[]> {
  await untilStill(page)
  // Half of a look is bringing axe into the page: each page gets it once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: axe.RunOptions = {
    runOnly: onlyColours ? { type: 'rule', values: colours } : { type: 'tag', values: everything },
    ...(withoutSizes ? { rules: { 'target-size': { enabled: false } } } : {}),
    resultTypes: ['violations'],
    preload: false,
  }
  const { violations } = await page.evaluate((wanted) => {
    // Behind an open dialog nothing can be reached; it was looked at, or is, without the dialog.
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    return (window as unknown as { axe: typeof axe }).axe.run(dialog ?? document, wanted)
  }, options)
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

/** What a thumb cannot hit: whatever can be pressed and is smaller than so many pixels, except links inside a sentence. */
export function findSmallTargets(page: Page, smallest = 44): Promise<string[]> {
  return page.evaluate((smallest) => {
    const pressable = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]'

    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) &&
      !element.closest('[inert], [aria-hidden=true]') &&
      element.getBoundingClientRect().width > 1

    const isInSentence = (element: Element) => {
      const around = element.parentElement?.closest('p, li, dd, td, label')?.textContent ?? ''
      const own = element.textContent ?? ''
      return getComputedStyle(element).display === 'inline' && around.trim().length > own.trim().length
    }

    /** Its own box or its label's, whichever is larger; a link may also reach over its whole card. */
    const sizeOf = (element: Element) => {
      const label = element instanceof HTMLInputElement ? element.closest('label') : null
      const boxes = [element, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect())
      const reach = getComputedStyle(element, '::after')
      if (reach.position === 'absolute' && reach.inset === '0px' && element instanceof HTMLElement) {
        const card = element.offsetParent?.getBoundingClientRect()
        if (card) boxes.push(card)
      }
      return {
        width: Math.max(...boxes.map((box) => box.width)),
        height: Math.max(...boxes.map((box) => box.height)),
      }
    }

    return [...document.querySelectorAll(pressable)]
      .filter((element) => isShown(element) && !isInSentence(element))
      .map((element) => ({ element, ...sizeOf(element) }))
      .filter(({ width, height }) => width < smallest - 0.5 || height < smallest - 0.5)
      .map(({ element, width, height }) => {
        const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
        return `${element.tagName} "${name.trim().slice(0, 40)}" is ${Math.round(width)} by ${Math.round(height)}`
      })
  }, smallest)
}
