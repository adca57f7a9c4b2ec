import { shopContext } from '#app/data/shop-context.ts'
import type { Route } from './+types/sitemap-page.ts'
import { listProductIds, sitemap } from './crawler-files.ts'

const postsAtMost = 5_000

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [{ posts }, productIds, shelves, pages] = await Promise.all([
    shop.blog.list({ page: 1, limit: postsAtMost, includeDrafts: false }),
    listProductIds(shop.catalogue),
    shop.categories.listShelves(),
    shop.pages.listOwn(),
  ])
  return new Response(sitemap(shop.publicUrl, { posts, productIds, shelves, pages }), {
    headers: { 'content-type': 'application/xml; charset=utf-8' },
  })
}
