import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { useAuth } from '#app/session/auth.tsx'
import type { Route } from './+types/new-post-page.ts'
import { PostEditor } from './post-editor.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Create Blog Post', hidden: true })
}

export default function NewPostPage() {
  const { user } = useAuth()
  return user && <PostEditor key={user.id} post={null} userId={user.id} onReload={() => undefined} />
}
