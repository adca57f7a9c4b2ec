import { api } from '#app/data/api.ts'
import type { AlertsResponse } from '#contract/team.ts'

/** What this browser can do: `blocked` where its owner has said no to notifications of the shop. */
export type PushAbility = 'can' | 'blocked' | 'cannot'

export function pushAbility(): PushAbility {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return 'cannot'
  return Notification.permission === 'denied' ? 'blocked' : 'can'
}

const scope = '/admin'

async function findSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'can') return null
  const registration = await navigator.serviceWorker.getRegistration(scope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Must come from a tap: browsers ask for the permission only then. Null: the person said no. */
export async function turnOnPush(key: string): Promise<AlertsResponse | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/office-worker.js', { scope })
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // Left behind by a shop with another key, such as this one before it moved.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return await pushManager.subscribe(options)
  })
  return await send(subscription)
}

function send(subscription: PushSubscription, renew?: true): Promise<AlertsResponse> {
  const { endpoint, keys } = subscription.toJSON()
  const body = { endpoint, p256dh: keys?.p256dh, auth: keys?.auth, renew }
  return api.put<AlertsResponse>('/api/alerts/phone', { body })
}

/** A session ends, and the person signs in again on the same phone: it goes on showing alerts. */
export async function renewPush(): Promise<void> {
  const subscription = await findSubscription()
  if (subscription) await send(subscription, true)
}

export async function forgetPush(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}
