import type { MetaDescriptor } from 'react-router'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/public-url.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import type { Policy } from '../content/policy.ts'

export function policyMeta(
  args: Parameters<typeof pageMeta>[0],
  { title, summary }: Policy,
): MetaDescriptor[] {
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: title, to: args.location.pathname },
  ]
  return [
    ...pageMeta(args, { title, description: summary }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}
