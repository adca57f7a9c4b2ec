import type { RouterContextProvider } from 'react-router'
import { brandFileAddress, brandSheet, officeSheet } from '#rules/brand.ts'
import { defaultBrandColours, officeTokens, schemeOf } from '#rules/brand-colours.ts'
import { shopName } from '#rules/shop-facts.ts'
import { shopContext } from '../data/shop-context.ts'
import type { BrandView, HeadLink } from '../data/shop-facts.ts'
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
