import { isRefusal, Refusal } from '#contract/refusals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Limit, LimitKey, Taken } from '#server/platform/rate-limit.ts'
import { findPlace, type Place } from './sessions.ts'
import type { Viewer } from './viewer.ts'

export type Caller = { address: string; userAgent: string }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Many phones share one address of their network operator, so an address may do more than one person would.
 * Nothing that a stranger can do keeps the owner out: whoever comes from a place that the account knows has a count of their
 * own, and from a new place the right password opens on the first try, however often others have guessed.
 */
const limits = {
  signInsFromAddress: { limit: 30, windowSeconds: minute },
  /** The wait doubles each time: a forgotten password costs five minutes, a guessing program its patience. */
  signInsFromPlace: { limit: 5, windowSeconds: 5 * minute, penaltyUpToSeconds: hour },
  /** Guesses from all new places together. Beyond it, each of them has one try, and then waits. */
  signInsToAccount: { limit: 100, windowSeconds: day },
  signInsWhileGuessed: { limit: 1, windowSeconds: minute, penaltyUpToSeconds: hour },
  /** Codes that somebody with the right password guesses, on devices that the account does not know. */
  codesFromNewDevices: { limit: 10, windowSeconds: hour, penaltyUpToSeconds: day },
  /** Whoever is signed in and is asked for the password once more: a stolen phone must not be a place to guess it. */
  proofsInSession: { limit: 5, windowSeconds: 5 * minute, penaltyUpToSeconds: hour },
  signUpsFromAddress: { limit: 20, windowSeconds: hour },
  /** Strangers who sign up with somebody's address keep nobody from doing so: beyond it only the mails stop, for no longer than a link is good. */
  signUpMailsToAddress: { limit: 5, windowSeconds: hour },
  confirmationsOfPerson: { limit: 5, windowSeconds: hour, penaltyUpToSeconds: day },
  resetsFromAddress: { limit: 30, windowSeconds: minute },
  /** Not longer than a link is good: whoever gets no further mail has one with a link that works. */
  resetMailsToAccount: { limit: 5, windowSeconds: hour },
  wrongLinksFromAddress: { limit: 30, windowSeconds: 15 * minute },
  /** Each code costs the shop money. Whoever has asked for three knows that the network is slow, and a day has an end. */
  phoneCodesFromAddress: { limit: 30, windowSeconds: hour },
  phoneCodesToNumber: { limit: 3, windowSeconds: 15 * minute },
  phoneCodesToNumberInADay: { limit: 8, windowSeconds: day },
  /** Whoever signs in everywhere has many known devices, and no more codes. */
  phoneCodesFromKnownPlaces: { limit: 16, windowSeconds: day },
  /** Wrong ones: a number gives five tries for each code, and an address must not go from number to number. */
  wrongCodesFromAddress: { limit: 30, windowSeconds: 15 * minute },
  emailCodesOfPerson: { limit: 5, windowSeconds: hour },
  emailCodesToAddress: { limit: 5, windowSeconds: hour },
  picturesOfPerson: { limit: 30, windowSeconds: hour },
  downloadsOfPerson: { limit: 10, windowSeconds: hour },
} satisfies Record<string, Limit>

type LimitName = keyof typeof limits

type Login = { email: string; device?: string }

/** What came of a try, and whether it was made from a new place while strangers were guessing. */
type Tried<T> = { result: T; isUnusual: boolean }

/** Counts a try before it is made; whoever gets in starts over. Known and unknown e-mails are counted alike. */
export async function limitSignIns<T>(
  context: Context,
  login: Login,
  caller: Caller,
  tryIt: (place: Place) => Promise<T>,
): Promise<Tried<T>> {
  const { email } = login
  const place = await findPlace(context, login, caller)
  if (!place.isKnownDevice) await take(context, 'signInsFromAddress', caller.address)
  await take(context, 'signInsFromPlace', [email, place.key])
  const isUnusual = !place.isKnown && !(await isWithin(context, 'signInsToAccount', email))
  if (isUnusual) await take(context, 'signInsWhileGuessed', [email, place.key])
  const result = await tryIt(place).catch(async (error) => {
    // The right password without its code is half a sign-in: no guess, but no reason to forget earlier guesses.
    if (isRefusal(error) && error.code === 'second_factor_needed') await giveBackTry(context, email, place)
    throw error
  })
  await context.limits.forget('signInsFromPlace', [email, place.key])
  await context.limits.forget('signInsWhileGuessed', [email, place.key])
  if (!place.isKnown) await context.limits.giveBack('signInsToAccount', email)
  return { result, isUnusual }
}

async function giveBackTry({ limits: counts }: Context, email: string, place: Place): Promise<void> {
  await counts.giveBack('signInsFromPlace', [email, place.key])
  await counts.giveBack('signInsWhileGuessed', [email, place.key])
  if (!place.isKnown) await counts.giveBack('signInsToAccount', email)
}

/** Six digits are few: beyond the limits of a sign-in, all new devices together have a handful of tries. */
export async function limitCodes<T>(
  context: Context,
  email: string,
  { isKnownDevice }: Place,
  tryIt: () => Promise<T>,
): Promise<T> {
  if (isKnownDevice) return await tryIt()
  await take(context, 'codesFromNewDevices', email)
  const result = await tryIt()
  await context.limits.giveBack('codesFromNewDevices', email)
  return result
}

/** After a new password, or when the owner of the shop says so: nobody waits any more, wherever they are. */
export async function forgetGuesses({ limits: counts }: Context, email: string): Promise<void> {
  await counts.forget('signInsToAccount', email)
  await counts.forget('codesFromNewDevices', email)
  await counts.forgetGroup('signInsFromPlace', email)
  await counts.forgetGroup('signInsWhileGuessed', email)
}

export async function limitProofs<T>(
  context: Context,
  { sessionId }: Viewer,
  tryIt: () => Promise<T>,
): Promise<T> {
  await take(context, 'proofsInSession', sessionId)
  const result = await tryIt()
  await context.limits.forget('proofsInSession', sessionId)
  return result
}

/** Sends a mail to an address that anybody can type in. */
/** Whether another mail may be sent. Nobody is told: the newest that came has a link that works. */
export async function mayMailSignUp(context: Context, email: string, { address }: Caller): Promise<boolean> {
  await take(context, 'signUpsFromAddress', address)
  return await isWithin(context, 'signUpMailsToAddress', email)
}

export async function limitConfirmations(context: Context, viewer: Viewer): Promise<void> {
  await take(context, 'confirmationsOfPerson', viewer.id)
}

/** Whether another mail may be sent. Nobody is told: the mailbox has enough of them, and the newest works. */
export async function mayMailReset(context: Context, login: Login, caller: Caller): Promise<boolean> {
  const { isKnownDevice } = await findPlace(context, login, caller)
  if (!isKnownDevice) await take(context, 'resetsFromAddress', caller.address)
  return await isWithin(context, 'resetMailsToAccount', login.email)
}

/** Only links that open nothing are counted: others behind the same address cannot use up somebody's good one. */
export async function limitWrongLinks(context: Context, { address }: Caller): Promise<void> {
  await take(context, 'wrongLinksFromAddress', address)
}

type PhoneLogin = { phone: string; device?: string | undefined }

/**
 * All new places share the counts of a number, known and unknown ones alike; each place that its account knows has counts of
 * its own, so that strangers keep nobody from a code. Says whether it is not the first within a quarter of an hour, and
 * whether the day's part for anyone is used up: then only people who are known get one, with the same answer for all.
 */
export async function limitPhoneCodes(
  context: Context,
  asked: PhoneLogin,
  caller: Caller,
): Promise<{ isAgain: boolean; isReserved: boolean }> {
  const { phone } = asked
  const { key, isKnown, isKnownDevice } = await findPlace(context, asked, caller)
  // Others behind the same address must not keep the owner out.
  if (!isKnown) await take(context, 'phoneCodesFromAddress', caller.address, waitForCode)
  const place = isKnown ? key : 'new'
  const { remaining } = await take(context, 'phoneCodesToNumber', [phone, place], waitForCode)
  await take(context, 'phoneCodesToNumberInADay', [phone, place], waitForCode)
  const kind = isKnownDevice ? 'devices' : 'addresses'
  if (isKnown) await take(context, 'phoneCodesFromKnownPlaces', [phone, kind], waitForCode)
  const { ofAddress, ofAnyone, ofKnown } = partsOfBudget(context)
  if (!isKnown) {
    const limit = { limit: ofAddress, windowSeconds: day }
    const taken = await context.limits.take('phoneCodesFromAddressInADay', caller.address, limit)
    refuseBeyond(taken, waitForCode)
  }
  const isAgain = remaining < limits.phoneCodesToNumber.limit - 1
  if (await isInBudget(context, 'phoneCodesInADay', ofAnyone)) return { isAgain, isReserved: false }
  const isPaid = isKnown && (await isInBudget(context, 'phoneCodesOfKnownPlaces', ofKnown))
  return { isAgain, isReserved: !isPaid }
}

/** Takes a code to a number that has an account or got a delivery from the part of the budget that is put aside for those. */
export async function mayUseReserve(context: Context): Promise<boolean> {
  return await isInBudget(context, 'phoneCodesOfKnownNumbers', partsOfBudget(context).ofKnown)
}

/**
 * Half of the day's codes are for anyone, a quarter each for known numbers and for known places. An address has so few that
 * it takes more than nine of them to use up the half.
 */
function partsOfBudget({ config: { phoneCodesPerDay: all } }: Context) {
  const ofKnown = Math.floor(all / 4)
  return { ofAnyone: all - 2 * ofKnown, ofKnown, ofAddress: Math.max(1, Math.floor(all / 20)) }
}

async function isInBudget(context: Context, name: string, limit: number): Promise<boolean> {
  const { allowed } = await context.limits.take(name, 'all', { limit, windowSeconds: day })
  if (allowed) return true
  const once = { limit: 1, windowSeconds: day }
  const { allowed: isNew } = await context.limits.take('phoneCodesLeftOut', name, once)
  if (isNew) context.log.warn({ budget: name, limit }, 'A part of the codes to phones is used up for today')
  return false
}

/** For the owner of the shop, when others have asked for so many codes that somebody must wait. */
export async function forgetPhoneCodes({ limits: counts }: Context, phone: string): Promise<void> {
  await counts.forgetGroup('phoneCodesToNumber', phone)
  await counts.forgetGroup('phoneCodesToNumberInADay', phone)
  await counts.forgetGroup('phoneCodesFromKnownPlaces', phone)
}

function waitForCode(seconds: number): string {
  const minutes = Math.ceil(seconds / minute)
  const wait =
    minutes < 90 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.ceil(minutes / 60)} hours`
  return `Enough codes were sent for now. Please look at the newest one, or try again in ${wait}.`
}

/** Counts a try before it is made; the right code is none. A known place has the tries of its codes, and no others. */
export async function limitWrongCodes<T>(
  context: Context,
  login: PhoneLogin,
  caller: Caller,
  tryIt: () => Promise<T>,
): Promise<T> {
  const { address } = caller
  if ((await findPlace(context, login, caller)).isKnown) return await tryIt()
  await take(context, 'wrongCodesFromAddress', address)
  const result = await tryIt()
  await context.limits.giveBack('wrongCodesFromAddress', address)
  return result
}

/** Whether another mail may be sent. Only the person who asks too often is told: others may have filled the mailbox. */
export async function mayMailCode(context: Context, viewer: Viewer, email: string): Promise<boolean> {
  await take(context, 'emailCodesOfPerson', viewer.id)
  return await isWithin(context, 'emailCodesToAddress', email)
}

/** To make a photo small is the hardest work that the shop does for one request. */
export async function limitPictures(context: Context, viewer: Viewer): Promise<void> {
  await take(context, 'picturesOfPerson', viewer.id)
}

export async function limitDownloads(context: Context, viewer: Viewer): Promise<void> {
  await take(context, 'downloadsOfPerson', viewer.id)
}

async function take(
  context: Context,
  name: LimitName,
  key: LimitKey,
  words?: (seconds: number) => string,
): Promise<Taken> {
  const taken = await context.limits.take(name, key, limits[name])
  refuseBeyond(taken, words)
  return taken
}

function refuseBeyond({ allowed, retryAfterSeconds }: Taken, words?: (seconds: number) => string): void {
  if (allowed) return
  throw new Refusal('too_many_requests', { retryAfterSeconds, text: words?.(retryAfterSeconds) })
}

async function isWithin(context: Context, name: LimitName, key: LimitKey): Promise<boolean> {
  return (await context.limits.take(name, key, limits[name])).allowed
}
