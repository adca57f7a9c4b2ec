// Opens /driver without a network, and looks after nothing else.
const shelf = 'driver-1'
const page = '/driver'
const patienceMs = 4000

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data?.type === 'keep') event.waitUntil(keep(event.data.files))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname === page) event.respondWith(openPage(request))
  else if (request.mode === 'navigate' && pathname === `${page}/`) event.respondWith(Response.redirect(page))
  else if (isFile(pathname)) event.respondWith(openFile(request))
})

function isFile(path) {
  return /^\/(assets|icons|brand)\//.test(path)
}

async function openPage(request) {
  const kept = await caches.match(page)
  const patience = new AbortController()
  const timer = kept && setTimeout(() => patience.abort(), patienceMs)
  try {
    const fresh = await fetch(request.url, { signal: patience.signal, headers: { accept: 'text/html' } })
    return fresh.status >= 500 && kept ? kept : fresh
  } catch (error) {
    if (kept) return kept
    throw error
  } finally {
    // A page that has begun to come is not cut off.
    clearTimeout(timer)
  }
}

async function openFile(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** The files first: a network that dies in between leaves no page without its files. */
async function keep(files) {
  const cache = await caches.open(shelf)
  const fresh = await fetch(page, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!fresh.ok) return
  const html = await fresh.clone().text()
  const named = html.match(/\/assets\/[\w.-]+/g) ?? []
  const wanted = new Set([...named, ...files.filter(isFile)])
  for (const file of wanted) {
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined)
  }
  for (const file of named) if (!(await cache.match(file))) return
  await cache.put(page, fresh)
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url)
    if (pathname !== page && !wanted.has(pathname)) await cache.delete(request)
  }
}
