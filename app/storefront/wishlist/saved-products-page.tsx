import { mostSaved } from '#app/cart/wishlist.ts'
import { shopContext } from '#app/data/shop-context.ts'
import type { Route } from './+types/saved-products-page.ts'
import { readIds } from './saved-ids.ts'

/** The browser knows which products are saved; asked with their numbers, the shop says what they are today. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = readIds(new URL(request.url).searchParams.get('ids'), mostSaved)
  return Response.json(await context.get(shopContext).catalogue.listByIds(ids))
}
