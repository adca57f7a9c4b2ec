import { shopContext } from '#app/data/shop-context.ts'
import type { Route } from './+types/security-page.ts'
import { securityContact } from './crawler-files.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, settings, now } = context.get(shopContext)
  const { contact } = await settings.read()
  return new Response(securityContact(publicUrl, contact.email, now()), {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  })
}
