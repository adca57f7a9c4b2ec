import { and, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import { z } from 'zod'
import { Refusal } from '#contract/refusals.ts'
import { type StaffRole, staffRoleWords } from '#rules/rights.ts'
import type { Context } from '#server/platform/context.ts'
import { type Database, inTransaction } from '#server/platform/database/database.ts'
import { recordChange } from '../audit/record-change.ts'
import { hashToken } from './sessions.ts'
import { ownerLinks, users } from './tables.ts'
import { nameOf, type Viewer } from './viewer.ts'

/** A message that somebody reads after the weekend still works. */
const lifetime = 72 * 60 * 60 * 1000

const mostOpen = 20

type Invitation = {
  id: string
  role: StaffRole
  email: string | null
  phone: string | null
  invitedBy: string
  invitedAt: Date
  expiresAt: Date
}

type Invited = { role: StaffRole; email?: string; phone?: string }

/** The link is in this answer only: the shop keeps its hash. Whoever gives it to somebody needs no mail server. */
export async function inviteColleague(
  context: Context,
  viewer: Viewer,
  { role, email, phone }: Invited,
): Promise<{ invitation: Invitation; link: string }> {
  const { clock, config, random } = context
  const secret = random.secret(32)
  const now = clock()
  const expiresAt = new Date(now.getTime() + lifetime)
  const id = random.uuid()
  await inTransaction(context.db, async (db) => {
    await refuseUnlessAdmin(db, viewer)
    await db.delete(ownerLinks).where(lte(ownerLinks.expiresAt, now))
    if ((await db.$count(ownerLinks, isNotNull(ownerLinks.invitedBy))) >= mostOpen) throw tooMany()
    if (email !== undefined && (await db.$count(users, eq(users.email, email))) > 0) throw known(email)
    await db.insert(ownerLinks).values({
      id,
      secret: hashToken(secret),
      role,
      email,
      phone,
      invitedBy: viewer.id,
      invitedAt: now,
      expiresAt,
    })
    await recordInvitation(db, viewer, id, now, `invited ${staffRoleWords[role].one}`)
  })
  const invitation = {
    id,
    role,
    email: email ?? null,
    phone: phone ?? null,
    invitedBy: viewer.name,
    invitedAt: now,
    expiresAt,
  }
  return { invitation, link: `${config.publicUrl}/welcome?token=${secret}` }
}

/** Locked until the end: whoever is dismissed in this moment must not leave an open door behind. */
async function refuseUnlessAdmin(db: Database, { id }: Viewer): Promise<void> {
  const [still] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.isAdmin, true)))
    .for('update')
  if (still === undefined) throw new Refusal('not_allowed')
}

function tooMany(): Refusal {
  return new Refusal('conflict', {
    text: `There are ${mostOpen} open invitations already. Take one back first.`,
  })
}

function known(email: string): Refusal {
  const text = `There is an account for ${email} already. Find it below and give it the role.`
  return new Refusal('invalid_input', { fields: { email: text } })
}

/** Those that nobody has used yet, the newest first. */
export async function listInvitations({ db, clock }: Context): Promise<Invitation[]> {
  const rows = await db
    .select({ link: ownerLinks, inviter: users })
    .from(ownerLinks)
    .innerJoin(users, eq(users.id, ownerLinks.invitedBy))
    .where(gt(ownerLinks.expiresAt, clock()))
    .orderBy(desc(ownerLinks.invitedAt), ownerLinks.id)
    .limit(mostOpen)
  return rows.flatMap(({ link: { id, role, email, phone, invitedAt, expiresAt }, inviter }) =>
    id === null || invitedAt === null
      ? []
      : {
          id,
          role,
          email,
          phone,
          invitedAt,
          expiresAt,
          invitedBy: nameOf(inviter.displayName, inviter.email),
        },
  )
}

export async function revokeInvitation(context: Context, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(context.db, async (db) => {
    const [ended] = await db
      .delete(ownerLinks)
      .where(eq(ownerLinks.id, id))
      .returning({ role: ownerLinks.role })
    if (ended === undefined) throw new Refusal('not_found')
    const action = `took back the invitation of ${staffRoleWords[ended.role].one}`
    await recordInvitation(db, viewer, id, context.clock(), action)
  })
}

const clearJob = 'clear-invitations'

/** Addresses and numbers of people who never came are forgotten. Must be called before the jobs start. */
export function defineInvitationJob({ db, clock, jobs }: Context): void {
  jobs.define(clearJob, z.object({}), async () => {
    await db.delete(ownerLinks).where(lte(ownerLinks.expiresAt, clock()))
  })
  jobs.schedule(clearJob, '33 3 * * *')
}

/** Whoever leaves leaves no link behind with which they, or a friend, come in again. */
export async function endInvitationsBy(db: Database, userId: string): Promise<void> {
  await db.delete(ownerLinks).where(eq(ownerLinks.invitedBy, userId))
}

/** Without the address or number: the list of changes outlives what people want to be forgotten. */
async function recordInvitation(
  db: Database,
  { id: actorId }: Viewer,
  thingId: string,
  at: Date,
  action: string,
): Promise<void> {
  await recordChange(db, { at, actorId, thing: 'team', thingId, action })
}
