import { homeScreenResponse } from '#app/layout/home-screen.ts'
import type { Route } from './+types/home-screen-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return homeScreenResponse(context, (shopName) => ({
    name: shopName,
    short_name: shopName,
    description: 'Skincare made for Ghana’s sun',
    start_url: '/',
    colour: '#FFFBF6',
    categories: ['shopping', 'beauty'],
    shortcuts: [
      { name: 'Shop', url: '/shop' },
      { name: 'Track order', url: '/track-order' },
      { name: 'Cart', url: '/cart' },
    ],
  }))
}
