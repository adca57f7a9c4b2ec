import type { RouterContextProvider } from 'react-router'
import { brandFileAddress, brandSheet, officeSheet } from '#rules/brand.ts'
import { defaultBrandColours, officeTokens, schemeOf } from '#rules/brand-colours.ts'
import { shopName } from '#rules/shop-facts.ts'
import type { Shop } from '../../server/shop.ts'
import { pageRequestContext, shopContext } from '../data/shop-context.ts'
import { type BrandView, defaultShopFacts, type HeadLink } from '../data/shop-facts.ts'
import frauncesCore from '../ui/fonts/fraunces-core.woff2'
import { fontFiles } from './font-files.ts'
import firstIcon from './icon.svg'

type Context = Readonly<RouterContextProvider>

/** What the head, the header and the footer of every page show of the brand; null for the one that the shop came with. */
export async function readBrandView(
  context: Context,
): Promise<{ brand: BrandView | null; links: HeadLink[] }> {
  const { name, look, pictures, line } = await context.get(shopContext).brand.read()
  const { sheet, office } = sheetsOf(look)
  if (name === shopName && sheet === '' && line === '' && Object.keys(pictures).length === 0)
    return { brand: null, links: defaultLinks }
  const { logo_light: light, logo_dark: dark, icon, share_card: card } = pictures
  const picture = (each: typeof light) => each && { ...each, file: brandFileAddress(each.file) }
  const isDark = schemeOf(look.colours.page) === 'dark'
  const sheetAddress = await addressOf(sheet, '')
  const brand = {
    office: await addressOf(office, 'office-'),
    colour: look.colours.page,
    logo: picture(isDark ? (dark ?? light) : light),
    footerLogo: picture(dark),
    paperLogo: picture(light),
    icon: icon && brandFileAddress(icon.large.file),
    card: card && brandFileAddress(card.file),
  }
  return {
    brand,
    links: [
      ...linksTo({
        font: fontFiles[look.fonts]?.serif.core ?? frauncesCore,
        tab: icon ? brandFileAddress(icon.tab.file) : firstIcon,
        touch: icon ? brandFileAddress(icon.touch.file) : firstTouchIcon,
      }),
      ...(sheetAddress ? [{ rel: 'stylesheet', href: sheetAddress, precedence: 'brand' }] : []),
    ],
  }
}

function linksTo({ font, tab, touch }: Record<'font' | 'tab' | 'touch', string>): HeadLink[] {
  return [
    { rel: 'preload', as: 'font', type: 'font/woff2', href: font, crossOrigin: 'anonymous' },
    { rel: 'icon', href: tab, type: tab === firstIcon ? 'image/svg+xml' : 'image/png' },
    { rel: 'apple-touch-icon', href: touch },
  ]
}

const firstTouchIcon = '/icons/apple-touch-icon.png'

export const defaultLinks = linksTo({ font: frauncesCore, tab: firstIcon, touch: firstTouchIcon })

type Look = Parameters<typeof officeSheet>[0]

type Sheets = { sheet: string; office: string }

/** A brand changes seldom and is asked for by every page: as long as it is the same, so are its sheets. */
let lastMade: { of: string; sheets: Sheets } | null = null

function sheetsOf(look: Look): Sheets {
  const of = JSON.stringify(look)
  if (lastMade?.of !== of) {
    const sheets = { sheet: brandSheet(look, fontFiles[look.fonts]), office: officeSheet(look) }
    lastMade = { of, sheets }
  }
  return lastMade.sheets
}

/** Named by what it says: a phone keeps it for good, and a new brand has a new address. */
async function addressOf(sheet: string, kind: string): Promise<string | undefined> {
  if (sheet === '') return undefined
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(sheet))
  return `/brand/${kind}${Buffer.from(digest).toString('base64url').slice(0, 12)}.css`
}

/** The sheet of the brand that holds now. Under an older name it is not kept: whoever asks is shown the new one. */
export async function brandSheetResponse(context: Context, path: string): Promise<Response> {
  const { look } = await context.get(shopContext).brand.read()
  const { sheet, office } = sheetsOf(look)
  const asked = path.startsWith('/brand/office-')
    ? { text: office, address: await addressOf(office, 'office-') }
    : { text: sheet, address: await addressOf(sheet, '') }
  const isCurrent = asked.address === path
  return new Response(asked.text, {
    status: /^\/brand\/(?:office-)?[\w-]{12}\.css$/.test(path) ? 200 : 404,
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  })
}

/** The colour around the driver's page while a phone opens it. */
export function nightColour(colours: Look['colours']): string {
  const isFirst = JSON.stringify(colours) === JSON.stringify(defaultBrandColours)
  return isFirst ? '#17100C' : officeTokens('dark', colours).background
}

type Brand = Awaited<ReturnType<Shop['brand']['read']>>

type HomeScreenShop = Pick<Brand, 'name' | 'line' | 'pictures'> & { colours: Brand['look']['colours'] }

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
