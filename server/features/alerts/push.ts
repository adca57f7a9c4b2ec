import { z } from 'zod'
import type { AlertText } from '#rules/staff-alerts.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { makePushKeys, type PushKeys, writePush } from '#server/platform/web-push.ts'
import { dropPhone, findPhone } from '../accounts/push-phones.ts'
import { pushKeys } from './tables.ts'

const pushJob = 'push'

const waiting = z.object({
  phoneId: z.uuid(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  /** A message with the same one takes the place of the one before. */
  tag: z.string(),
})

export type WaitingPush = z.infer<typeof waiting> & AlertText

/** After some hours nobody needs to hear of it any more. Must be called before the jobs start. */
export function definePushJob(context: Context): void {
  context.jobs.define(pushJob, waiting, (message) => sendPush(context, message), {
    timeLimitSeconds: 15,
    retries: 8,
    longestWaitSeconds: 1_800,
    atOnce: 4,
  })
}

/** They are sent if, and only if, the caller's transaction holds. */
export async function postPushes(
  { jobs }: Context,
  db: Database,
  all: readonly WaitingPush[],
): Promise<void> {
  await jobs.sendAll(db, pushJob, all)
}

/** What the service says about the browser or the message; all else may pass. */
const gone = [404, 410]
const refused = [400, 401, 403, 413]

async function sendPush(context: Context, { phoneId, ...message }: WaitingPush): Promise<void> {
  const { calls, clock, config, log, random } = context
  const phone = await findPhone(context, phoneId)
  if (phone === null) return
  const contact = config.publicUrl.startsWith('https:') ? config.publicUrl : `mailto:${config.mail.to}`
  const keys = await readPushKeys(context)
  const push = writePush(phone, JSON.stringify(message), { keys, random, now: clock(), contact })
  const reply = await calls.post(phone.endpoint, { ...push, timeoutMs: 10_000 })
  if (reply.is === 'answered' && reply.status >= 200 && reply.status < 300) return
  const isGone = reply.is === 'forbidden' || (reply.is === 'answered' && gone.includes(reply.status))
  if (isGone) return await dropPhone(context, phoneId)
  if (reply.is === 'answered' && refused.includes(reply.status)) {
    log.warn({ status: reply.status }, 'A push service refuses what the shop sends')
    return
  }
  throw new Error(`The push service ${reply.is === 'answered' ? `says ${reply.status}` : reply.reason}`)
}

/** Made at the first start. Two processes that start at once agree on those that were written first. */
export async function readPushKeys({ db, clock, random }: Context): Promise<PushKeys> {
  const [known] = await db.select().from(pushKeys)
  if (known) return known
  await db
    .insert(pushKeys)
    .values({ ...makePushKeys(random), madeAt: clock() })
    .onConflictDoNothing()
  const [made] = await db.select().from(pushKeys)
  if (made === undefined) throw new Error('The keys for messages to browsers were not stored')
  return made
}
