import type { Page } from '@playwright/test'

/** What one page cost, in KB of 1024 bytes as they came over the line, without the headers of each answer. */
export type Weight = {
  html: number
  css: number
  js: number
  fonts: number
  /** Pictures of the first view; those below it are fetched ahead as the browser sees fit. */
  pictures: number
  /** All of the above, and whatever else is not a picture. */
  total: number
  /** Without pictures out of sight, too. */
  requests: number
}

type Fetched = { url: string; kind: string; headerBytes: number; bytes: number }

/** Opens a page as a phone does that was never here before, and weighs it when everything has come. */
export async function weigh(page: Page, path: string): Promise<Weight> {
  const fetched = await listenToNetwork(page)
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const seen = await seenPictures(page)
  const habits = await fetchedByHabit(page)
  const isAsked = (url: string) => url.startsWith('http') && !habits.includes(url)
  const all = [...fetched.values()].filter(
    ({ url, kind }) => isAsked(url) && (kind !== 'Image' || seen.includes(url)),
  )
  const weighOnly = (isMeant: (each: Fetched) => boolean) =>
    all.filter(isMeant).reduce((sum, { bytes, headerBytes }) => sum + bytes - headerBytes, 0) / 1024
  return {
    html: weighOnly(({ kind }) => kind === 'Document'),
    css: weighOnly(({ kind }) => kind === 'Stylesheet'),
    js: weighOnly(({ kind }) => kind === 'Script'),
    fonts: weighOnly(({ kind }) => kind === 'Font'),
    pictures: weighOnly(({ kind }) => kind === 'Image'),
    total: weighOnly(() => true),
    requests: all.length,
  }
}

async function listenToNetwork(page: Page): Promise<Map<string, Fetched>> {
  const fetched = new Map<string, Fetched>()
  const devTools = await page.context().newCDPSession(page)
  devTools.on('Network.responseReceived', ({ requestId, type, response }) => {
    fetched.set(requestId, {
      url: response.url,
      kind: type,
      headerBytes: response.encodedDataLength,
      bytes: response.encodedDataLength,
    })
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = fetched.get(requestId)
    if (answer) answer.bytes = encodedDataLength
  })
  await devTools.send('Network.enable')
  return fetched
}

/** Icons of the tab and of the home screen: whether and when they are fetched is the browser's own affair. */
function fetchedByHabit(page: Page): Promise<string[]> {
  const links = page.locator('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]')
  return links.evaluateAll((all) => all.map((link) => (link as HTMLLinkElement).href))
}

/** The browser itself says which pictures are in sight, also where a row hides the rest of its pictures. */
function seenPictures(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const pictures = [...document.images]
        if (pictures.length === 0) return resolve([])
        const watch = new IntersectionObserver((looked) => {
          const inSight = looked.filter(({ intersectionRatio }) => intersectionRatio > 0)
          resolve(inSight.map(({ target }) => (target as HTMLImageElement).currentSrc))
        })
        for (const picture of pictures) watch.observe(picture)
      }),
  )
}
