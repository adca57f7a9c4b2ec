import type { Page } from '@playwright/test'

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
