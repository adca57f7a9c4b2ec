import { homeScreenResponse } from '#app/layout/brand-view.ts'
import { shopName } from '#rules/shop-facts.ts'
import type { Route } from './+types/home-screen-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return homeScreenResponse(context, ({ name, line, colours }) => ({
    name,
    short_name: name,
    ...describe(name, line),
    start_url: '/',
    colour: colours.page.toUpperCase(),
    categories: ['shopping', 'beauty'],
    shortcuts: [
      { name: 'Shop', url: '/shop' },
      { name: 'Track order', url: '/track-order' },
      { name: 'Cart', url: '/cart' },
    ],
  }))
}

/** The first line belongs to the first name. */
function describe(name: string, line: string): { description?: string } {
  if (line !== '') return { description: line }
  return name === shopName ? { description: 'Skincare made for Ghana’s sun' } : {}
}
