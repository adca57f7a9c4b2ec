import { Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Limit } from '#server/platform/rate-limit.ts'
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
  context: Context,
  { email }: { email: string },
  { address }: Caller,
  tryIt: () => Promise<T>,
): Promise<T> {
  await take(context, 'signInsFromAddress', address)
  await take(context, 'signInsToAccountFromAddress', `${email} ${address}`)
  await take(context, 'signInsToAccount', email)
  const result = await tryIt()
  await context.limits.forget('signInsToAccountFromAddress', `${email} ${address}`)
  await context.limits.forget('signInsToAccount', email)
  return result
}

/** Whatever sends a mail to an address that anybody can type in. */
export async function limitMails(context: Context, email: string, { address }: Caller): Promise<void> {
  await take(context, 'mailsFromAddress', address)
  await take(context, 'mailsToAccount', email)
}

export async function limitLinks(context: Context, { address }: Caller): Promise<void> {
  await take(context, 'linksFromAddress', address)
}

/** To make a photo small is the hardest work that the shop does for one request. */
export async function limitPictures(context: Context, viewer: Viewer): Promise<void> {
  await take(context, 'picturesOfPerson', viewer.id)
}

export async function limitDownloads(context: Context, viewer: Viewer): Promise<void> {
  await take(context, 'downloadsOfPerson', viewer.id)
}

async function take(context: Context, name: LimitName, key: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await context.limits.take(name, key, limits[name])
  if (!allowed) throw new Refusal('too_many_requests', { retryAfterSeconds })
}
