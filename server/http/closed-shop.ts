import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Shop } from '../shop.ts'

/** What somebody sees of the shop: all of it, or that it opens soon; the staff sees all of it before it opens. */
export type View = 'open' | 'closed' | 'preview'

/** Whoever works here, or waits for an order that was placed before, goes on as ever. */
const staysOpen =
  /^\/(?:login|signup|forgot-password|reset-password|confirm-email|welcome|account|user-orders|track-order|newsletter\/leave|stop\/[\w-]+|robots\.txt|manifest\.webmanifest|driver\.webmanifest|opening-soon|styleguide|brand\/[\w-]+\.css|(?:pay|driver|admin)(?:\/.*)?)$/

const cookie = 'shop_preview'

/** A shop that cannot be asked counts as open: its pages say by themselves what is wrong. */
export async function viewOf(shop: Shop, { headers }: FastifyRequest, path: string): Promise<View> {
  if (staysOpen.test(path)) return 'open'
  const opening = await shop.opening.read().catch(() => null)
  if (opening === null || opening.isOpen) return 'open'
  const shown = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{1,100})(?:;|$)`).exec(headers.cookie ?? '')?.[1]
  return shown !== undefined && shown === opening.previewKey ? 'preview' : 'closed'
}

const aDay = 24 * 60 * 60

/** Pages come without a sign-in, so the browser of somebody who works here says so with each of them. Visitors get no cookie. */
export function letPreview({ publicUrl }: Shop, reply: FastifyReply, previewKey: string | null): void {
  if (previewKey === null) return
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const parts = `${cookie}=${previewKey}; Path=/; Max-Age=${aDay}; HttpOnly; SameSite=Lax${secure}`
  reply.header('set-cookie', parts)
}
