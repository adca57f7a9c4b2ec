import { homeScreenResponse, nightColour } from '../layout/brand-view.ts'
import type { Route } from './+types/home-screen-page.ts'

export function loader({ context }: Route.LoaderArgs) {
  return homeScreenResponse(context, ({ name, colours }) => ({
    name: `${name} deliveries`,
    short_name: 'Deliveries',
    description: `What a driver of ${name} has to deliver`,
    start_url: '/driver',
    colour: nightColour(colours),
  }))
}
