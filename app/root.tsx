import { type ReactNode, use, useState } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
} from 'react-router'
import type { FooterView } from '#contract/content.ts'
import { type DeliveryFees, defaultDeliveryFees, deliveryLine } from '#rules/delivery-fee.ts'
import type { Route } from './+types/root.ts'
import backOfficeStyles from './back-office.css?url'
import { CartProvider } from './cart/cart.tsx'
import { pageRequestContext, shopContext } from './data/shop-context.ts'
import {
  type BrandView,
  defaultFooter,
  defaultShopFacts,
  type HeadLink,
  type ShopFacts,
  shopNameOf,
  useBrand,
  useHeadLinks,
} from './data/shop-facts.ts'
import { DeferredHydration, ScriptsOnly } from './deferred-hydration.tsx'
import { defaultLinks, readBrandView } from './layout/brand-view.ts'
import { NotFound, PageFailed } from './layout/error-pages.tsx'
import { PageLayout } from './layout/page-layout.tsx'
import { type PageFrame, pageTitle, usePageFrame } from './layout/page-meta-and-frame.ts'
import { ThemeScript } from './layout/theme.tsx'
import { AuthProvider } from './session/auth.tsx'
import shopStyles from './styles.css?url'
import { useLinks } from './ui/link.tsx'
import { ToastsProvider } from './ui/toasts.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const { picturesAt } = context.get(shopContext)
  return { publicUrl: new URL(request.url).origin, picturesAt, ...(await readFacts(context)) }
}

type Facts = { facts: ShopFacts; footer: FooterView; brand: BrandView | null; links: HeadLink[] }

/** Without its settings the shop still opens: the footer then says what it said on the first day. */
async function readFacts(context: Route.LoaderArgs['context']): Promise<Facts> {
  try {
    const { settings: known, pages, categories, discounts } = context.get(shopContext)
    const [settings, footer, footerShelves, { brand, links }, offers] = await Promise.all([
      known.read(),
      pages.readFooter(),
      categories.listFooterShelves(),
      readBrandView(context),
      discounts.readOffered(),
    ])
    const { shopName, chatNumber, contact, social, measuring, pickup } = settings
    // On which days, the checkout asks for each place.
    const deliveryFees = settings.deliveryFees.map(({ days: _, ...row }) => row)
    const hasDays = settings.deliveryDays && settings.deliveryFees.some(({ days }) => days)
    const isMeasured = measuring.metaPixel !== '' || measuring.googleTag !== ''
    if (isMeasured) context.get(pageRequestContext).measuring = measuring
    return {
      facts: {
        ...{ shopName, chatNumber, contact, social, footerShelves },
        ...delivery(deliveryFees),
        ...offers,
        ...(pickup.isOn && { pickup: { address: pickup.address, hours: pickup.hours } }),
        ...(hasDays && { deliveryDays: true as const }),
        ...(known.hasPhoneSignIn && { phoneSignIn: true as const }),
        ...(isMeasured && { measuring }),
      },
      footer,
      brand,
      links,
    }
  } catch (error) {
    context.get(pageRequestContext).report(error)
    const facts = { ...defaultShopFacts, ...delivery(defaultDeliveryFees) }
    return { facts, footer: defaultFooter, brand: null, links: defaultLinks }
  }
}

const delivery = (deliveryFees: DeliveryFees) => ({ deliveryFees, deliveryLine: deliveryLine(deliveryFees) })

/** What the shop says about itself is asked once in a visit; again only where money depends on it, and by whoever changes it. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return (
    nextUrl.pathname === '/checkout' ||
    /^\/admin\/(?:settings|pages|categories|brand|discounts)/.test(currentUrl.pathname)
  )
}

export function meta({ error, matches }: Route.MetaArgs) {
  if (!error) return [{ title: shopNameOf(matches) }]
  return [
    { title: pageTitle(matches, isNotFound(error) ? 'Page Not Found' : 'Something went wrong') },
    { name: 'robots', content: 'noindex' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  if (import.meta.env.SSR && use(ScriptsOnly)) return <Scripts />
  return <Document>{children}</Document>
}

function Document({ children }: { children: ReactNode }) {
  const { area, manifest, hydrates, headingFont } = usePageFrame()
  const brand = useBrand()
  return (
    <html lang="en-GH" data-area={area} data-theme="system" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={brand?.colour ?? '#fffbf6'} />
        <meta name="format-detection" content="telephone=no" />
        <ThemeScript />
        <Meta />
        <Links />
        {/* First, because the brand's sheet among the links changes what this one says. */}
        <StyleSheet area={area} />
        {useHeadLinks().map((link) => (headingFont || !link.as) && <link key={link.href} {...link} />)}
        <link rel="manifest" href={manifest} />
        {area === 'back' && brand?.office && (
          <link rel="stylesheet" href={brand.office} precedence="office" />
        )}
      </head>
      {/* biome-ignore lint/a11y: only follows what the links inside already do. */}
      <body className="flex min-h-dvh flex-col" onClick={useLinks()}>
        <ToastsProvider>
          <AuthProvider>
            <CartProvider>
              <PageLayout>{children}</PageLayout>
            </CartProvider>
          </AuthProvider>
        </ToastsProvider>
        <ScrollRestoration />
        {hydrates && <DeferredHydration />}
      </body>
    </html>
  )
}

/**
 * One sheet at a time: the back office's holds the shop's too, so whoever has it keeps it for the rest of the visit.
 * The `precedence` makes React wait for a sheet before it shows the page that needs it.
 */
function StyleSheet({ area }: Pick<PageFrame, 'area'>) {
  const [isInBackOffice, enterBackOffice] = useState(area === 'back')
  if (area === 'back' && !isInBackOffice) enterBackOffice(true)
  return <link rel="stylesheet" href={isInBackOffice ? backOfficeStyles : shopStyles} precedence="area" />
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isNotFound(error)) return <NotFound />
  return <PageFailed isOffline={isOffline(error)} />
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}

/** Browsers report a lost connection as a TypeError of fetch. */
function isOffline(error: unknown): boolean {
  return (
    typeof window !== 'undefined' &&
    error instanceof TypeError &&
    /fetch|network|load failed/i.test(error.message)
  )
}
