import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { askForConsent, countVisits } from './inline-scripts.ts'

function openStorage(kept: Record<string, string>) {
  const items = new Map(Object.entries(kept))
  return { getItem: (key: string) => items.get(key) ?? null, setItem: items.set.bind(items), items }
}

type Opened = { path: string; referrer: string; source?: string }

/** What is reported of a page, which has the function as text. */
function reportOf({ path, referrer, source }: Opened) {
  const sent: string[] = []
  const sessionStorage = openStorage(source === undefined ? {} : { visit_source: source })
  const [pathname, search = ''] = path.split('?')
  runInNewContext(`(${countVisits})()`, {
    URLSearchParams,
    location: { host: 'shop.example.com', pathname, search },
    document: { referrer },
    navigator: { sendBeacon: (_address: string, [[body = ''] = []]: string[][]) => sent.push(body) },
    Blob: Array,
    window: { addEventListener() {}, localStorage: openStorage({}), sessionStorage },
    sessionStorage,
  })
  return JSON.parse(sent[0] ?? '')
}

test('whoever comes from elsewhere begins a visit, and whoever comes back from the payment goes on with theirs', () => {
  const gateway = 'https://checkout.paystack.com/abc'
  const seen = { source: 'facebook.com', referrer: gateway }
  expect(reportOf({ ...seen, path: '/shop' })).toMatchObject({ source: 'checkout.paystack.com', first: true })
  expect(reportOf({ ...seen, path: '/pay/back' })).toMatchObject({ source: 'facebook.com', first: false })
  expect(reportOf({ path: '/pay/back', referrer: gateway })).toMatchObject({ source: '', first: true })
})

/** Whether somebody with this browser is asked. */
function isAsked(navigator: object): boolean {
  const shown: unknown[] = []
  const start: (() => void)[] = []
  const window = {
    top: {},
    addEventListener: (name: string, listener: () => void) =>
      name === 'shop:hydrated' && start.push(listener),
  }
  window.top = window
  const measuring = { metaPixel: '1', googleTag: '', names: 'Meta', pages: '.' }
  runInNewContext(`(${askForConsent})(${JSON.stringify(measuring)})`, {
    window,
    navigator,
    location: { hostname: 'shop.example.com', pathname: '/' },
    localStorage: openStorage({}),
    document: {
      cookie: '',
      createElement: () => ({ style: {}, setAttribute() {}, querySelectorAll: () => [] }),
      body: { firstElementChild: { after: (bar: unknown) => shown.push(bar) } },
    },
  })
  for (const begin of start) begin()
  return shown.length === 1
}

test('nobody is asked who has told the browser No, and everybody else is, whether the browser knows of such a wish or not', () => {
  expect(isAsked({ globalPrivacyControl: true })).toBe(false)
  expect(isAsked({ globalPrivacyControl: false })).toBe(true)
  expect(isAsked({})).toBe(true)
})
