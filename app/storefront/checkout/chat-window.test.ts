import { expect, test } from 'vitest'
import { isPhone } from './chat-window.ts'

const android =
  'Mozilla/5.0 (Linux; Android 13; SM-A047F) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

test.each([
  [{ userAgent: android }, true],
  [{ userAgent: iphone }, true],
  [{ userAgent: windows }, false],
  [{ userAgent: windows, userAgentData: { mobile: false } }, false],
  [{ userAgent: android, userAgentData: { mobile: true } }, true],
])('the chat takes this window on a phone only (%#)', (device, expected) => {
  expect(isPhone(device)).toBe(expected)
})
