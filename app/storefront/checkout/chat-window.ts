/** The window in which the chat opens. On a phone that is this window, once the shop's page has moved on. */
export type ChatWindow = {
  show(link: string): void
  close(): void
  /** True when the chat takes the place of the shop's page. */
  isThisWindow: boolean
}

/**
 * On a desk a tab is opened by the press itself, because browsers block one that opens later; it is filled as soon as the
 * order is there.
 */
export function openChatWindow(browser: Window): ChatWindow {
  if (isPhone(browser.navigator)) {
    return { show: (link) => browser.location.assign(link), close: () => {}, isThisWindow: true }
  }
  const tab = browser.open('', '_blank')
  if (tab) sayThatItComes(tab)
  return {
    show: (link) => tab?.location.replace(link),
    close: () => tab?.close(),
    isThisWindow: false,
  }
}

type Device = { userAgent: string; userAgentData?: { mobile?: boolean } }

export function isPhone(device: Device): boolean {
  return device.userAgentData?.mobile ?? /Android|iPhone|iPod|iPad|Mobile|Opera Mini/i.test(device.userAgent)
}

function sayThatItComes(tab: Window): void {
  tab.opener = null
  tab.document.title = 'WhatsApp'
  tab.document.body.textContent = 'Your order is being placed. WhatsApp opens here in a moment.'
}
