import { createHmac } from 'node:crypto'
import { and, arrayOverlaps, asc, eq, isNotNull, isNull, lt, lte, or } from 'drizzle-orm'
import { z } from 'zod'
import { webhookMessage } from '#contract/team.ts'
import { pausedAfterMs, waitAfter } from '#rules/connections.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import type { JobAttempt } from '#server/platform/job-workers.ts'
import type { PublicReply } from '#server/platform/public-call.ts'
import { users } from '../accounts/tables.ts'
import type { KnownEvent } from '../events/announce.ts'
import { postMails, signEmail } from '../notifications/outbox.ts'
import { webhookDeliveries, webhooks } from './tables.ts'

const sendJob = 'webhook'
const tidyJob = 'webhooks-tidy'

const second = 1_000
const day = 24 * 3_600 * second

const longestCallMs = 10 * second
/** A process that was killed holds a receiver no longer than this. */
const busyMs = 30 * second

const storedMs = 30 * day

/** Must be called before the jobs start. A slow receiver holds no worker: the job ends when the call begins. */
export function defineWebhookJobs(context: Context): void {
  const { jobs } = context
  const send = z.object({ webhookId: z.uuid() })
  jobs.define(sendJob, send, ({ webhookId }, { afterwards }) => sendNext(context, webhookId, afterwards))
  jobs.define(tidyJob, z.object({}), () => tidyUp(context))
  jobs.schedule(tidyJob, '*/10 * * * *')
}

/** A row for each event and receiver that wants to know, in the transaction that marks the events as handled. */
export async function queueDeliveries(
  context: Context,
  db: Database,
  events: readonly KnownEvent[],
): Promise<void> {
  const types = [...new Set(events.map(({ type }) => type))]
  const wanting = await db
    .select({ id: webhooks.id, types: webhooks.events })
    .from(webhooks)
    .where(and(isNull(webhooks.pausedAt), arrayOverlaps(webhooks.events, types)))
  for (const { id: webhookId, types: wanted } of wanting) {
    const rows = events
      .filter(({ type }) => wanted.includes(type))
      .map((event) => {
        const about = { id: context.random.uuid(), createdAt: event.happenedAt }
        const body = webhookMessage(about, event)
        return {
          ...about,
          webhookId,
          event: event.type,
          body,
          state: 'waiting',
          dueAt: context.clock(),
        } as const
      })
    await db.insert(webhookDeliveries).values(rows)
    await wakeSender(context, db, webhookId)
  }
}

/** Not one waiting job for all: it could look before the caller's rows are there. */
export async function wakeSender(
  { jobs }: Context,
  db: Database,
  webhookId: string,
  startAfter?: Date,
): Promise<void> {
  await jobs.send(db, sendJob, { webhookId }, startAfter && { startAfter })
}

/** One call at a time to each receiver. Whoever comes meanwhile leaves what is due to the one under way. */
async function sendNext(
  context: Context,
  webhookId: string,
  afterwards: JobAttempt['afterwards'],
): Promise<void> {
  if (!(await takeTurn(context, webhookId))) return
  afterwards(async () => {
    try {
      const due = await findDue(context, webhookId)
      if (due !== null) await call(context, due)
    } finally {
      await context.db.update(webhooks).set({ busyUntil: null }).where(eq(webhooks.id, webhookId))
    }
    // Asked after the turn has ended: whoever came before that found it taken and has left.
    if ((await findDue(context, webhookId)) !== null) await wakeSender(context, context.db, webhookId)
  })
}

async function takeTurn({ db, clock }: Context, webhookId: string): Promise<boolean> {
  const now = clock()
  const isFree = or(isNull(webhooks.busyUntil), lte(webhooks.busyUntil, now))
  const taken = await db
    .update(webhooks)
    .set({ busyUntil: new Date(now.getTime() + busyMs) })
    .where(and(eq(webhooks.id, webhookId), isFree))
    .returning({ id: webhooks.id })
  return taken.length > 0
}

type Due = { webhook: typeof webhooks.$inferSelect; delivery: typeof webhookDeliveries.$inferSelect }

async function findDue({ db, clock }: Context, webhookId: string): Promise<Due | null> {
  // The clock of the queue may be a little ahead of this one.
  const soon = new Date(clock().getTime() + 5 * second)
  const [due] = await db
    .select({ webhook: webhooks, delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        lte(webhookDeliveries.dueAt, soon),
        isNull(webhooks.pausedAt),
      ),
    )
    .orderBy(asc(webhookDeliveries.dueAt), webhookDeliveries.createdAt, webhookDeliveries.id)
    .limit(1)
  return due ?? null
}

async function call(context: Context, { webhook, delivery }: Due): Promise<void> {
  const { id, body } = delivery
  const timestamp = String(Math.floor(context.clock().getTime() / second))
  const reply = await context.calls.post(webhook.url, {
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      'user-agent': `adom-shop/${context.version.version}`,
      'adom-delivery': id,
      'adom-timestamp': timestamp,
      'adom-signature': `v1=${sign(webhook.secret, timestamp, body)}`,
    },
    body,
    timeoutMs: longestCallMs,
  })
  await inTransaction(context.db, (db) => noteReply(context, db, { webhook, delivery }, reply))
}

export function sign(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

async function noteReply(
  context: Context,
  db: Database,
  { webhook, delivery }: Due,
  reply: PublicReply,
): Promise<void> {
  const now = context.clock()
  const tries = delivery.tries + 1
  const status = reply.is === 'answered' ? reply.status : null
  const isTaken = status !== null && status >= 200 && status < 300
  const wait = isTaken ? null : waitAfter(tries)
  const dueAt = wait === null ? null : new Date(now.getTime() + wait)
  await db
    .update(webhookDeliveries)
    .set({
      state: isTaken ? 'delivered' : dueAt ? 'waiting' : 'failed',
      tries,
      status,
      failure: failureOf(reply),
      triedAt: now,
      dueAt,
    })
    .where(eq(webhookDeliveries.id, delivery.id))
  if (dueAt) await wakeSender(context, db, webhook.id, dueAt)
  await noteHealth(context, db, webhook.id, isTaken)
}

function failureOf(reply: PublicReply) {
  if (reply.is === 'answered') return null
  return reply.is === 'forbidden' ? 'forbidden' : reply.reason
}

/** A receiver that fails for days is left alone, and the admins learn of it. */
async function noteHealth(context: Context, db: Database, webhookId: string, isWell: boolean): Promise<void> {
  const now = context.clock()
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId)).for('update')
  if (webhook === undefined || webhook.pausedAt !== null) return
  const failingSince = isWell ? null : (webhook.failingSince ?? now)
  const isOver = failingSince !== null && now.getTime() - failingSince.getTime() >= pausedAfterMs
  await db
    .update(webhooks)
    .set({ failingSince, pausedAt: isOver ? now : null })
    .where(eq(webhooks.id, webhookId))
  if (!isOver) return
  await db
    .update(webhookDeliveries)
    .set({ state: 'failed', failure: 'paused', status: null, dueAt: null })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isNotNull(webhookDeliveries.dueAt)))
  await tellPaused(context, db, new URL(webhook.url).host)
}

async function tellPaused(context: Context, db: Database, host: string): Promise<void> {
  const admins = await db.select({ email: users.email }).from(users).where(eq(users.isAdmin, true))
  const url = `${context.config.publicUrl}/admin/team`
  const email = await signEmail(context, db, () => ({
    subject: 'A webhook was paused',
    paragraphs: [
      `Nothing that the shop has sent to ${host} for three days was taken, so it sends nothing there any more.`,
      'When the receiver works again, switch the webhook on under Team, Connections. The log shows what was missed, for 30 days, and can send it again.',
    ],
    button: { label: 'Open the team page', url },
  }))
  await postMails(
    context,
    db,
    admins.flatMap(({ email: to }) => (to === null ? [] : { to, ...email })),
  )
}

/** Calls whose process was killed, or whose job a backup does not carry, are made after all. */
async function tidyUp(context: Context): Promise<void> {
  const { db, clock, jobs } = context
  const ago = (ms: number) => new Date(clock().getTime() - ms)
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, ago(storedMs)))
  const missed = await db
    .selectDistinct({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(lt(webhookDeliveries.dueAt, ago(120 * second)))
  for (const data of missed) await jobs.send(db, sendJob, data, { singletonKey: `missed ${data.webhookId}` })
}
