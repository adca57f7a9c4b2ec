import { Refusal } from '#contract/refusals.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from './viewer.ts'

export type Caller = { address: string; userAgent: string }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Many phones share one address of their network operator, so an address may do more than one person would. */
const limits = {
  signInsFromAddress: { limit: 30, windowSeconds: minute },
  /** The wait doubles each time: a forgotten password costs five minutes, a guessing program its patience. */
  signInsToAccountFromAddress: { limit: 5, windowSeconds: 5 * minute, penaltyUpToSeconds: hour },
  /** For guesses that come from many addresses at once. */
  signInsToAccount: { limit: 100, windowSeconds: day },
  mailsFromAddress: { limit: 20, windowSeconds: hour },
  mailsToAccount: { limit: 5, windowSeconds: hour, penaltyUpToSeconds: day },
  linksFromAddress: { limit: 30, windowSeconds: 15 * minute },
  picturesOfPerson: { limit: 30, windowSeconds: hour },
  downloadsOfPerson: { limit: 10, windowSeconds: hour },
} satisfies Record<string, Limit>

type LimitName = keyof typeof limits

/**
 * Counts a try before it is made; whoever gets in starts over. Known and unknown e-mails are counted alike, and so is
 * whoever is asked for the password once more: a stolen phone must not be a place to guess it.
 */
export async function limitSignIns<T>(
  tools: Tools,
  { email }: { email: string },
  { address }: Caller,
  tryIt: () => Promise<T>,
): Promise<T> {
  await take(tools, 'signInsFromAddress', address)
  await take(tools, 'signInsToAccountFromAddress', `${email} ${address}`)
  await take(tools, 'signInsToAccount', email)
  const result = await tryIt()
  await tools.limits.forget('signInsToAccountFromAddress', `${email} ${address}`)
  await tools.limits.forget('signInsToAccount', email)
  return result
}

/** Whatever sends a mail to an address that anybody can type in. */
export async function limitMails(tools: Tools, email: string, { address }: Caller): Promise<void> {
  await take(tools, 'mailsFromAddress', address)
  await take(tools, 'mailsToAccount', email)
}

export async function limitLinks(tools: Tools, { address }: Caller): Promise<void> {
  await take(tools, 'linksFromAddress', address)
}

/** To make a photo small is the hardest work that the shop does for one request. */
export async function limitPictures(tools: Tools, viewer: Viewer): Promise<void> {
  await take(tools, 'picturesOfPerson', viewer.id)
}

export async function limitDownloads(tools: Tools, viewer: Viewer): Promise<void> {
  await take(tools, 'downloadsOfPerson', viewer.id)
}

async function take(tools: Tools, name: LimitName, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await tools.limits.take(name, key, limits[name])
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}
