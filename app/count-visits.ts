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
