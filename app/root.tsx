import type { ReactNode } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { shopName } from '../rules/shop-facts.ts'
import type { Route } from './+types/root.ts'
import { KeptOnThisPhone } from './cart/kept-on-this-phone.tsx'
import { pageRequestContext, shopContext } from './data/shop-context.ts'
import { defaultShopFacts, type ShopFacts } from './data/shop-facts.ts'
import { LateStart } from './late-start.tsx'
import { AuthProvider } from './session/auth.tsx'
import { Awake } from './shell/awake.tsx'
import icon from './shell/icon.svg'
import { NotFound } from './shell/not-found.tsx'
import { PageFailed } from './shell/page-failed.tsx'
import { usePageFrame } from './shell/page-frame.ts'
import { pageTitle } from './shell/page-meta.ts'
import { PageShell } from './shell/page-shell.tsx'
import { ThemeScript } from './shell/theme.tsx'
import styles from './styles.css?url'
import frauncesCore from './ui/fonts/fraunces-core.woff2'
import { ToastsProvider } from './ui/toasts.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: styles },
  { rel: 'preload', as: 'font', type: 'font/woff2', href: frauncesCore, crossOrigin: 'anonymous' },
  { rel: 'icon', type: 'image/svg+xml', href: icon },
]

export async function loader({ context, request }: Route.LoaderArgs) {
  return { publicUrl: new URL(request.url).origin, facts: await readFacts(context) }
}

/** Without its settings the shop still opens: the footer then says what it said on the first day. */
async function readFacts(context: Route.LoaderArgs['context']): Promise<ShopFacts> {
  try {
    const { chatNumber, contact, social, deliveryFees } = await context.get(shopContext).settings.read()
    return { chatNumber, contact, social, deliveryFees }
  } catch (error) {
    context.get(pageRequestContext).report(error)
    return defaultShopFacts
  }
}

/** What the shop says about itself does not change between two pages of one visit. */
export function shouldRevalidate() {
  return false
}

export function meta({ error }: Route.MetaArgs) {
  if (!error) return [{ title: shopName }]
  return [
    { title: pageTitle(isNotFound(error) ? 'Page Not Found' : 'Something went wrong') },
    { name: 'robots', content: 'noindex' },
  ]
}

export function Layout({ children }: { children: ReactNode }) {
  const { area } = usePageFrame()
  return (
    <html lang="en-GH" data-area={area} data-theme="system" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fffbf6" />
        <meta name="format-detection" content="telephone=no" />
        <ThemeScript />
        <Meta />
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col">
        <ToastsProvider>
          <AuthProvider>
            <KeptOnThisPhone>
              <PageShell>{children}</PageShell>
            </KeptOnThisPhone>
          </AuthProvider>
        </ToastsProvider>
        <ScrollRestoration />
        <LateStart />
        <Awake />
        <Scripts />
      </body>
    </html>
  )
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
