/**
 * Pages are readable before any script runs, so scripts wait until the page has loaded, or until the first tap.
 * A tap on a button that needs a script is kept and given to the page once it is awake: no button is ever dead. Only then,
 * as a page that is just waking up may hear it already, and would hear it twice.
 * Scripts that got lost on a weak network cannot be fetched once more by the same page, so the next tap opens it anew, with
 * everything that was typed except passwords.
 */
const starter = `(function () {
  var started = false, lost = false, tapped = null, key = 'typed ' + location.pathname
  function fields() {
    return [].slice.call(document.querySelectorAll('main form [name]:not([type=password]):not([type=hidden])'))
  }
  function reload() {
    try {
      sessionStorage.setItem(key, JSON.stringify(fields().map(function (field) {
        return [field.name, field.value, field.checked]
      })))
    } catch (error) {}
    location.reload()
  }
  try {
    var typed = JSON.parse(sessionStorage.getItem(key) || '[]')
    sessionStorage.removeItem(key)
    fields().forEach(function (field, place) {
      var kept = typed[place] || []
      if (kept[0] !== field.name) return
      if (/radio|checkbox/.test(field.type)) field.checked = kept[2]
      else field.value = kept[1]
    })
  } catch (error) {}
  function start() {
    if (started) return
    started = true
    var waiting = document.querySelector('script[data-late]')
    waiting.dataset.files.split(' ').filter(Boolean).forEach(function (file) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: file }))
    })
    var script = Object.assign(document.createElement('script'), { type: 'module', text: waiting.text })
    script.onerror = function () { lost = true }
    document.body.append(script)
  }
  function keep(event) {
    start()
    var button = event.target.closest && event.target.closest('button[type=button], button[data-needs-script]')
    if (!button || button.closest('summary') || button.popoverTargetElement || button.commandForElement) return
    event.preventDefault()
    event.stopImmediatePropagation()
    tapped = button
    if (lost && navigator.onLine) reload()
  }
  document.addEventListener('click', keep, true)
  window.addEventListener('shop:hydrated', function () {
    document.removeEventListener('click', keep, true)
    if (tapped && tapped.isConnected) tapped.click()
  }, { once: true })
  ;['pointerdown', 'keydown', 'focusin'].forEach(function (type) {
    document.addEventListener(type, start, { once: true, capture: true, passive: true })
  })
  function soon() {
    if (window.requestIdleCallback) requestIdleCallback(start, { timeout: 1500 })
    else setTimeout(start, 200)
  }
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
})()`

/** The browser has its words already when scripts run, and does not fetch them a second time. */
export function HydrationStarter() {
  const words = import.meta.env.SSR ? starter : ''
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed words
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: words }} />
}

/** Turns React Router's eager start into the late one, which then fetches all files side by side instead of one after the other. */
export function startLate(html: string): string {
  const preload = /<link rel="modulepreload" href="([^"]*)"[^>]*>/g
  const files = Array.from(html.matchAll(preload), ([, file]) => file).join(' ')
  return html
    .replaceAll(preload, '')
    .replace(
      '<script type="module" async="">',
      () => `<script type="text/plain" data-late="" data-files="${files}">`,
    )
}
