import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { lowSmsBalance } from '#rules/news.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { openPhoneChannels } from './phone-channels.ts'
import { smsBalances } from './tables.ts'

const balanceJob = 'sms-balance'

/** Must be called before the jobs start. */
export function defineBalanceJob(context: Context): void {
  context.jobs.define(balanceJob, z.object({}), () => watchBalance(context), { retries: 1 })
  context.jobs.schedule(balanceJob, '23 * * * *')
}

const aDay = 24 * 3_600

/** A provider that does not answer leaves what it said before; after a day nobody relies on that. */
export async function watchBalance(context: Context): Promise<void> {
  const { config, db, clock, limits, log } = context
  const channel = openPhoneChannels(config).find(({ name }) => name === 'sms')
  const parts = (await channel?.askBalance?.()) ?? null
  if (parts === null) return
  const row = { provider: config.sms.provider, parts: Math.min(parts, 2_000_000_000), askedAt: clock() }
  await db.insert(smsBalances).values(row).onConflictDoUpdate({ target: smsBalances.provider, set: row })
  if (parts >= lowSmsBalance) return
  const { allowed } = await limits.take('smsBalanceWarnings', 'all', { limit: 1, windowSeconds: aDay })
  if (allowed) log.warn({ parts }, 'The credit at the SMS provider is nearly used up')
}

/** Null: nobody knows, or the provider does not say. */
export async function readSmsBalance(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  db: Database,
): Promise<number | null> {
  if (config.sms.provider === 'none' || config.sms.provider === 'log') return null
  const isKnown = gt(smsBalances.askedAt, new Date(clock().getTime() - aDay * 1_000))
  const [row] = await db
    .select({ parts: smsBalances.parts })
    .from(smsBalances)
    .where(and(eq(smsBalances.provider, config.sms.provider), isKnown))
  return row?.parts ?? null
}
