import type { LinkDescriptor } from 'react-router'

export function blogAddress(page: number): string {
  return page > 1 ? `/blog?page=${page}` : '/blog'
}

export function postAddress(slug: string): string {
  return `/blog/${encodeURIComponent(slug)}`
}

/** Where a link to a deleted post ends: on the list, with an explanation. */
export const goneAddress = '/blog?gone=1'

export const feedAddress = '/blog/rss.xml'

export const feedLink: LinkDescriptor = {
  rel: 'alternate',
  type: 'application/rss+xml',
  title: 'Blog',
  href: feedAddress,
}

/** A page that cannot be meant counts as the first one. */
export function readPageNumber(text: string | null): number {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
