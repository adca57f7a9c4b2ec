import type { MetaDescriptor } from 'react-router'
import type { Crumb } from '../ui/breadcrumbs.tsx'

/** The way back to the start, as search engines read it; the last crumb is the page itself. */
export function breadcrumbList(publicUrl: string, crumbs: readonly Crumb[]): MetaDescriptor {
  return {
    'script:ld+json': {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map(({ label, to }, place) => ({
        '@type': 'ListItem',
        position: place + 1,
        name: label,
        item: `${publicUrl}${to}`,
      })),
    },
  }
}
