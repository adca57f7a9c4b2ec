import type { ComponentProps, MouseEvent as ReactMouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** An address of the shop, what comes after the path of this page with its `?`, or the address of something else. */
  to: string
  /** The way back leads past this page. */
  replace?: boolean
  /** The page stays where it was scrolled to. */
  preventScrollReset?: boolean
}

/**
 * Leads to another page of the shop without loading it anew. It is the browser's own link and costs no more than that: a page has
 * some sixty of them, and one listener (`useLinks`) follows them all.
 */
export function Link({ to, replace, preventScrollReset, ...rest }: LinkProps) {
  return <a {...rest} href={to} data-link="" data-replace={replace} data-stay={preventScrollReset} />
}

/** Says that it leads to where the visitor is, or to what that lies below. */
export function NavLink(props: LinkProps) {
  const isCurrent = `${useLocation().pathname}/`.startsWith(`${props.to}/`)
  return <Link aria-current={isCurrent ? 'page' : undefined} {...props} />
}

/** The link to a page of the shop that was tapped in the ordinary way: not for a new tab, a file or a menu. */
export function tappedLink(event: MouseEvent): { link: HTMLAnchorElement; path: string } | null {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a:not([target],[download])')
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (link?.origin !== location.origin || event.button || hasKey) return null
  return { link, path: link.href.slice(link.origin.length) }
}

/** Follows the links of all pages, for the one listener around them; whoever has handled a click before has said so. */
export function useLinks() {
  const navigate = useNavigate()
  return (event: ReactMouseEvent) => {
    const { link, path = '' } = tappedLink(event.nativeEvent) ?? {}
    const { link: isOurs, replace, stay } = link?.dataset ?? {}
    if (isOurs === undefined || event.defaultPrevented) return
    event.preventDefault()
    void navigate(path, {
      replace: replace !== undefined || link?.href === location.href,
      preventScrollReset: stay !== undefined,
    })
  }
}
