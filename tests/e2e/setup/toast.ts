import type { Locator, Page } from '@playwright/test'

/** The place where the shop says what just happened. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}
