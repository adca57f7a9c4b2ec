import type { RouterContextProvider } from 'react-router'
import { brandFileAddress } from '#rules/brand.ts'
import { defaultBrandColours } from '#rules/brand-colours.ts'
import type { Shop } from '../../server/shop.ts'
import { pageRequestContext, shopContext } from '../data/shop-context.ts'
import { defaultShopFacts } from '../data/shop-facts.ts'

type Brand = Awaited<ReturnType<Shop['brand']['read']>>

export type HomeScreenShop = Pick<Brand, 'name' | 'line' | 'pictures'> & { colours: Brand['look']['colours'] }

function iconsOf({ pictures: { icon } }: HomeScreenShop): object[] {
  const png = (size: number, src: string) => ({ src, sizes: `${size}x${size}`, type: 'image/png' })
  const at = (place: 'small' | 'large' | 'maskable', usual: string) =>
    icon ? brandFileAddress(icon[place].file) : `/icons/${usual}.png`
  return [
    png(192, at('small', 'icon-192')),
    png(512, at('large', 'icon-512')),
    { ...png(512, at('maskable', 'maskable-512')), purpose: 'maskable' },
  ]
}

/** The manifest that a phone reads when the shop is put on its home screen, under the name that the owner has given it. */
export async function homeScreenResponse(
  context: Readonly<RouterContextProvider>,
  describe: (shop: HomeScreenShop) => { start_url: string; name: string; colour: string } & object,
): Promise<Response> {
  const shop = await readShop(context)
  const { colour, ...texts } = describe(shop)
  const manifest = {
    id: texts.start_url,
    lang: 'en-GH',
    scope: texts.start_url,
    display: 'standalone',
    background_color: colour,
    theme_color: colour,
    icons: iconsOf(shop),
    ...texts,
  }
  const headers = { 'content-type': 'application/manifest+json; charset=utf-8' }
  return new Response(JSON.stringify(manifest), { headers })
}

async function readShop(context: Readonly<RouterContextProvider>): Promise<HomeScreenShop> {
  try {
    const { name, line, look, pictures } = await context.get(shopContext).brand.read()
    return { name, line, colours: look.colours, pictures }
  } catch (error) {
    context.get(pageRequestContext).report(error)
    return { name: defaultShopFacts.shopName, line: '', colours: defaultBrandColours, pictures: {} }
  }
}
