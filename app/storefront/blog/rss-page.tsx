import { shopContext } from '#app/data/shop-context.ts'
import type { Route } from './+types/rss-page.ts'
import { blogFeed } from './blog-feed.ts'

const newest = 20

export async function loader({ context, request }: Route.LoaderArgs) {
  const { blog, settings } = context.get(shopContext)
  const [posts, { shopName }] = await Promise.all([blog.listLatest(newest), settings.read()])
  return new Response(blogFeed(new URL(request.url).origin, shopName, posts), {
    headers: { 'content-type': 'application/rss+xml; charset=utf-8' },
  })
}
