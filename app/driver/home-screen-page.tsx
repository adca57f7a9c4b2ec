import { homeScreenResponse } from '../layout/home-screen.ts'
import type { Route } from './+types/home-screen-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return homeScreenResponse(context, (shopName) => ({
    name: `${shopName} deliveries`,
    short_name: 'Deliveries',
    description: `What a driver of ${shopName} has to deliver`,
    start_url: '/driver',
    colour: '#17100C',
  }))
}
