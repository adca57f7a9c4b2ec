import type { MetaDescriptor } from 'react-router'
import { breadcrumbList } from '../../parts/breadcrumb-list.ts'
import { publicUrlOf } from '../../parts/public-url.ts'
import { pageMeta } from '../../shell/page-meta.ts'
import type { Policy } from '../pages-text/policy.ts'

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
