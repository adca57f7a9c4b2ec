import { useRouteLoaderData } from 'react-router'

type Matches = readonly ({ loaderData?: unknown } | undefined)[]

/** The shop's own address without a slash at its end, for links that leave the page: chats, search engines, feeds. */
export function usePublicUrl(): string {
  return readPublicUrl(useRouteLoaderData('root'))
}

/** The same for a route's `meta`, which gets the matched routes instead. */
export function publicUrlOf(matches: Matches): string {
  return readPublicUrl(matches[0]?.loaderData)
}

function readPublicUrl(rootData: unknown): string {
  const isKnown = typeof rootData === 'object' && rootData !== null && 'publicUrl' in rootData
  return isKnown ? String(rootData.publicUrl) : 'http://localhost'
}

/** Where an order can be followed by everyone who knows its code. */
export function trackingPath(code: string): string {
  return `/track-order?${new URLSearchParams({ code })}`
}
