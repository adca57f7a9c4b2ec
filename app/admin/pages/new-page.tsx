import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import type { Route } from './+types/new-page.ts'
import { PageEditor } from './page-editor.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'New page', hidden: true })
}

export default function NewPage() {
  return <PageEditor page={null} onReload={() => undefined} />
}
