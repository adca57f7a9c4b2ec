export type Measuring = {
  metaPixel: string
  googleTag: string
  /** Of those who measure, as the question names them. */
  names: string
  /** A pattern of the paths that they may see. */
  pages: string
}

/**
 * Asks once whether Meta and Google may measure the shop's ads, and loads their scripts after a Yes alone (decision 030). It stands
 * as text in the pages of a shop whose owner has entered an id, and in no others, so it uses nothing but what is inside it.
 * The answer holds for those who were named in the question.
 */
export function askForConsent({ metaPixel, googleTag, names, pages }: Measuring): void {
  type Call = (...call: unknown[]) => void
  const outside = window as unknown as Record<'fbq' | '_fbq' | 'dataLayer', unknown>
  const isMeasured = () => new RegExp(pages).test(location.pathname)
  let tell: (meta: string, google: string, details?: object) => void = () => {}

  function load(address: string) {
    const script = document.createElement('script')
    script.async = true
    script.src = address
    document.head.append(script)
  }

  /** As Meta writes it, but quiet: it reads no buttons, and no address that it was not given. */
  function startMeta(): Call {
    const waiting: unknown[] = []
    const state: { callMethod?: Call } = {}
    const call: Call = (...all) => (fbq.callMethod ? fbq.callMethod(...all) : waiting.push(all))
    const fbq = Object.assign(call, state, { queue: waiting, push: call, loaded: true, version: '2.0' })
    Object.assign(fbq, { disablePushState: true })
    outside.fbq = outside._fbq = fbq
    load('https://connect.facebook.net/en_US/fbevents.js')
    fbq('set', 'autoConfig', false, metaPixel)
    fbq('init', metaPixel)
    return fbq
  }

  function startGoogle(): Call {
    const layer: unknown[] = []
    outside.dataLayer = layer
    const gtag: Call = function () {
      // biome-ignore lint/complexity/noArguments: Google's script knows its calls by this very object.
      layer.push(arguments)
    }
    load(`https://www.googletagmanager.com/gtag/js?id=${googleTag}`)
    gtag('js', new Date())
    gtag('config', googleTag, { send_page_view: false })
    return gtag
  }

  function measure() {
    const fbq = metaPixel && startMeta()
    const gtag = googleTag && startGoogle()
    tell = (meta, google, details = {}) => {
      if (!isMeasured()) return
      if (fbq) fbq('trackSingle', metaPixel, meta, details)
      if (!gtag) return
      // Otherwise Google would read the address of a page that it is not to see.
      gtag('set', { page_location: location.href })
      gtag('event', google, details)
    }
    tell('PageView', 'page_view')
  }

  /** What an earlier Yes has left behind. */
  function forget() {
    const [, ...domain] = location.hostname.split('.')
    const places = ['', `;domain=${location.hostname}`, `;domain=${domain.join('.')}`]
    const theirs = document.cookie.split('; ').filter((cookie) => /^_(?:ga|gid|fbp|fbc)/.test(cookie))
    for (const cookie of theirs) for (const place of places) expire(cookie.split('=')[0] + place)
  }

  function expire(cookie: string) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is missing on older phones.
    document.cookie = cookie.replace(/;|$/, '=;max-age=0;path=/;')
  }

  function ask(answer: (isYes: boolean) => void) {
    const bar = document.createElement('section')
    const button =
      'inline-flex items-center justify-center rounded-control border border-input bg-card text-primary hover:bg-muted min-h-11 px-4 font-semibold w-full'
    bar.setAttribute('aria-label', 'May our ads be measured?')
    bar.className =
      'fixed z-20 rounded-card border border-border bg-card p-4 text-sm shadow-sheet print:hidden'
    bar.style.cssText =
      'inset:auto 1rem calc(1rem + var(--bar) + env(safe-area-inset-bottom));max-width:26rem'
    bar.innerHTML = `<p>May ${names} measure our ads? They would learn what you look at and buy here, and store cookies on this device. <a href="/privacy-policy" class="text-link underline underline-offset-3">Privacy Policy</a></p><div class="mt-3 flex gap-3"><button type="button" class="${button}">Yes</button><button type="button" class="${button}">No</button></div>`
    bar.querySelectorAll('button').forEach((each, place) => {
      each.addEventListener('click', () => {
        bar.remove()
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
        answer(place === 0)
      })
    })
    // Right after the link that skips to the content, so that a keyboard and a screen reader meet it first.
    document.body.firstElementChild?.after(bar)
  }

  function begin() {
    const known = localStorage.getItem('consent')
    if (known === `yes ${names}`) return measure()
    forget()
    // Where a browser knows this wish, it says false for whoever does not have it.
    const { globalPrivacyControl } = navigator as { globalPrivacyControl?: boolean }
    if (known === `no ${names}` || globalPrivacyControl === true) return
    ask((isYes) => {
      localStorage.setItem('consent', `${isYes ? 'yes' : 'no'} ${names}`)
      if (isYes) measure()
    })
  }

  window.addEventListener('shop:page', () => tell('PageView', 'page_view'))
  window.addEventListener('shop:added', () => tell('AddToCart', 'add_to_cart'))
  window.addEventListener('shop:ordered', (event) => {
    const value = (event as CustomEvent<number>).detail
    tell('Purchase', 'purchase', { value, currency: 'GHS' })
  })
  window.addEventListener(
    'shop:hydrated',
    () => {
      try {
        // A browser that stores nothing could not remember a No.
        if (window.top === window) begin()
      } catch {}
    },
    { once: true },
  )
}

/**
 * Tells the shop that a page was looked at or something put into the cart, as counts without a person (decision 027). It
 * stands in every page as text, so it uses nothing but what is inside it. Of a tab only the name of its source is stored, and only
 * until it is closed: the next page is asked for before this one has its scripts, and would not know it.
 */
export function countVisits(): void {
  function read(area: 'localStorage' | 'sessionStorage', key: string) {
    try {
      return window[area].getItem(key)
    } catch {
      return null
    }
  }

  const utm = new URLSearchParams(location.search)
  const named = ['source', 'medium', 'campaign'].map((name) => utm.get(`utm_${name}`) ?? '')
  // The gateway sends customers back to /pay/…: that is no visit of its own.
  const before = location.pathname.startsWith('/pay/') ? '' : (document.referrer.split('/')[2] ?? '')
  const from = (named[0] ? named.join(' / ') : before === location.host ? '' : before).slice(0, 70)
  const known = read('sessionStorage', 'visit_source')
  const isNew = known === null || (from !== '' && from !== known)
  const source = isNew ? from : known
  let first = isNew
  try {
    sessionStorage.setItem('visit_source', source)
  } catch {}

  function report(kind: string) {
    if (read('localStorage', 'uncounted') !== null) return
    const body = JSON.stringify({ kind, source, first })
    navigator.sendBeacon?.('/api/visits', new Blob([body], { type: 'application/json' }))
    first = false
  }

  function reportPage() {
    const [, part] = location.pathname.split('/')
    if (part === 'admin' || part === 'driver') return
    report(part === 'product' || part === 'checkout' ? part : 'page')
  }

  window.addEventListener('shop:page', reportPage)
  window.addEventListener('shop:added', () => report('add'))
  if ('prerendering' in document && document.prerendering)
    document.addEventListener('prerenderingchange', reportPage, { once: true })
  else reportPage()
}
