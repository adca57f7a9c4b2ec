import type { Route } from './+types/brand-sheet-page.ts'
import { brandSheetResponse } from './brand-view.ts'

export function loader({ context, request }: Route.LoaderArgs) {
  return brandSheetResponse(context, new URL(request.url).pathname)
}
