/**
 * Pages are readable before any script runs, so scripts wait until the page has loaded, or until the first tap.
 * A tap on a button that needs a script is kept and given to the page once it is awake: no button is ever dead.
 */
const starter = `(function () {
  var started = false, tapped = null
  function start() {
    if (started) return
    started = true
    var waiting = document.querySelector('script[data-late]')
    var script = document.createElement('script')
    script.type = 'module'
    script.text = waiting.text
    document.body.append(script)
  }
  function keep(event) {
    start()
    var button = event.target.closest && event.target.closest('button[type=button], button[data-needs-script]')
    if (!button || button.closest('summary') || button.hasAttribute('popovertarget')) return
    event.preventDefault()
    tapped = button
  }
  document.addEventListener('click', keep, true)
  window.addEventListener('shop:awake', function () {
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

export function LateStart() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own fixed words
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: starter }} />
}

/** Turns React Router's eager start of the scripts into the late one. */
export function startLate(html: string): string {
  return html
    .replaceAll(/<link rel="modulepreload"[^>]*>/g, '')
    .replace('<script type="module" async="">', '<script type="text/plain" data-late="">')
}
