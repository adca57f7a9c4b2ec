import { plainText, removeStored, type Stored, stored } from '../data/stored.ts'

/**
 * What a signed-in person is typing, until it is sent or this tab is closed: a sign-in that ran out in between loses
 * nothing. Stored for each person apart, because phones are shared.
 */
export type Draft<Value> = Stored<Value | null>

const prefix = 'adom_draft:'

export function openDraft<Value>(
  form: string,
  userId: string,
  isWhole: (content: unknown) => content is Value,
): Draft<Value> {
  return stored(personalKey(form, userId), (content) => (isWhole(content) ? content : null), {
    area: 'sessionStorage',
  })
}

/** For what a page stores on this device for one person until they sign out, such as a driver's list with its addresses. */
export function personalKey(name: string, userId: string): string {
  return `${prefix}${name}:${userId}`
}

/** Not what says nothing about a person, or is work that is not sent yet. Whatever else the shop stores here goes with its person. */
const isPersonal =
  /^(shop_typed:|adom_(?!beauty_(cart|wishlist)|device|sign_outs|driver_(settings|taps:|read:)))/

const asText = (content: unknown): string | null => (typeof content === 'string' ? content : null)

/** Posts that are being written lie in a database of this name; here is whose they are, as only the editor opens it. */
const posts = 'adom_post_drafts'
export const ownerOfPostDrafts = stored(posts, asText, { format: plainText })

function removePostDrafts(): void {
  globalThis.indexedDB?.deleteDatabase(posts)
}

/** Whoever signs out leaves nothing behind: names, addresses and orders would be there for the next person with this phone. */
export function removePersonal(): void {
  removeStored((key) => isPersonal.test(key))
  removePostDrafts()
  // No alert of the back office comes here any more, even if the shop does not hear of the sign-out.
  void navigator.serviceWorker
    ?.getRegistration('/admin')
    .then((worker) => worker?.unregister())
    .catch(() => undefined)
  syncLeaving()
}

/** When somebody last left this device, and the last time that this tab knows of. */
const lastLeaving = stored('shop_left', asText, { format: plainText })
const knownLeaving = stored('shop_left', asText, { area: 'sessionStorage', format: plainText })

/** The tab that notes it decides by itself what goes. */
export function noteLeaving(): void {
  lastLeaving.write(String(Date.now()))
  syncLeaving()
}

function syncLeaving(): void {
  knownLeaving.update(() => lastLeaving.read())
}

/** For a tab that was on another site, or asleep, while its person left in another one. Before any page reads what is stored. */
export function removeWhatOthersLeft(): void {
  if (lastLeaving.read() === knownLeaving.read()) return
  removeStored((key, area) => area === 'sessionStorage' && isPersonal.test(key))
  syncLeaving()
}

const isTyped = /^adom_draft:/

/**
 * The shop no longer knows the sign-in. What somebody was typing waits in this tab for the same person, and is shown to
 * nobody else; so do posts that were being written on this device. The rest goes.
 */
export function removeAllButTyped(): void {
  removeStored(
    (key, area) => isPersonal.test(key) && key !== posts && !(area === 'sessionStorage' && isTyped.test(key)),
  )
  syncLeaving()
}

/** When somebody signs in: what others left in this tab, and their posts. */
export function removeDraftsOfOthers(userId: string): void {
  removeStored((key) => key.startsWith(prefix) && !key.endsWith(`:${userId}`))
  if (ownerOfPostDrafts.read() === userId) return
  ownerOfPostDrafts.remove()
  removePostDrafts()
}
