import type { RouterContextProvider } from 'react-router'
import { pageRequestContext, shopContext } from '../data/shop-context.ts'
import { defaultShopFacts } from '../data/shop-facts.ts'

const icons = [
  { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
  { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
  { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
]

/** The manifest that a phone reads when the shop is put on its home screen, under the name that the owner has given it. */
export async function homeScreenResponse(
  context: Readonly<RouterContextProvider>,
  describe: (shopName: string) => { start_url: string; name: string; colour: string } & object,
): Promise<Response> {
  const { colour, ...texts } = describe(await readName(context))
  const manifest = {
    id: texts.start_url,
    lang: 'en-GH',
    scope: texts.start_url,
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons,
    ...texts,
  }
  const headers = { 'content-type': 'application/manifest+json; charset=utf-8' }
  return new Response(JSON.stringify(manifest), { headers })
}

async function readName(context: Readonly<RouterContextProvider>): Promise<string> {
  try {
    return (await context.get(shopContext).settings.read()).shopName
  } catch (error) {
    context.get(pageRequestContext).report(error)
    return defaultShopFacts.shopName
  }
}
