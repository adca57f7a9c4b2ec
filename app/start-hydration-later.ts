/**
 * Starts the scripts of a page once it has loaded, or at the first tap. It stands in every page as text, so it uses nothing
 * but what is inside it.
 * A tap on a button that needs scripts waits and is repeated after hydration: no button is ever dead. Not before, because a
 * page that is being hydrated may answer the tap by itself, and it would count twice.
 * A page cannot fetch scripts again that got lost on a weak network, so the next tap reloads it, with everything that was
 * typed except passwords.
 */
export function startHydrationLater(): void {
  let hasStarted = false
  let areScriptsLost = false
  let isToBeEmptied = false
  let tapped: HTMLElement | null = null

  function start() {
    if (hasStarted || isToBeEmptied) return
    hasStarted = true
    const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
    if (scripts) document.body.append(scripts.content)
  }

  function startWhenIdle() {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 1500 })
    else setTimeout(start, 200)
  }

  function keepTap(event: Event) {
    start()
    const button = (event.target as Element | null)?.closest<HTMLButtonElement>(
      'button[type=button], button[data-needs-script]',
    )
    if (!button || button.closest('summary') || button.popoverTargetElement || button.commandForElement)
      return
    event.preventDefault()
    event.stopImmediatePropagation()
    tapped = button
    if (areScriptsLost && navigator.onLine) reload()
  }

  function fields() {
    const named = 'main form [name]:not([type=password]):not([type=hidden])'
    return Array.from(document.querySelectorAll<HTMLInputElement>(named))
  }

  /** Another one as soon as somebody has signed out: what they typed is not for the next person. */
  function typedKey() {
    return `shop_typed:${localStorage.getItem('shop_left')}:${location.pathname}`
  }

  function reload() {
    const typed = fields().map(({ name, value, checked }) => [name, value, checked])
    try {
      sessionStorage.setItem(typedKey(), JSON.stringify(typed))
    } catch {}
    location.reload()
  }

  function fillInWhatWasTyped() {
    try {
      const typed = JSON.parse(sessionStorage.getItem(typedKey()) ?? '[]')
      sessionStorage.removeItem(typedKey())
      for (const [place, field] of fields().entries()) {
        const [name, value, checked] = typed[place] ?? []
        if (name !== field.name) continue
        if (field.type === 'radio' || field.type === 'checkbox') field.checked = checked
        else field.value = value
      }
    } catch {}
  }

  /** On the way back the browser fills in by itself what was typed there, perhaps by somebody who has signed out since. */
  function hasFormsOfOthers() {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    try {
      return visit?.type === 'back_forward' && localStorage.getItem('shop_left') !== null
    } catch {
      return false
    }
  }

  /** Not earlier than `pageshow`: until then the browser may still fill in something. */
  function emptyForms() {
    for (const form of document.forms) form.reset()
    isToBeEmptied = false
  }

  isToBeEmptied = hasFormsOfOthers()
  if (isToBeEmptied) window.addEventListener('pageshow', emptyForms, { once: true })
  fillInWhatWasTyped()
  document.addEventListener('click', keepTap, true)
  window.addEventListener(
    'shop:hydrated',
    () => {
      document.removeEventListener('click', keepTap, true)
      if (tapped?.isConnected) tapped.click()
    },
    { once: true },
  )
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) areScriptsLost = true
    },
    true,
  )
  for (const type of ['pointerdown', 'keydown', 'focusin'])
    document.addEventListener(type, start, { once: true, capture: true, passive: true })
  if (document.readyState === 'complete') startWhenIdle()
  else window.addEventListener('load', startWhenIdle, { once: true })
}
