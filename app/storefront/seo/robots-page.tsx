import { shopContext } from '#app/data/shop-context.ts'
import type { Route } from './+types/robots-page.ts'
import { robots } from './crawler-files.ts'

export function loader({ context }: Route.LoaderArgs) {
  return new Response(robots(context.get(shopContext).publicUrl), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
