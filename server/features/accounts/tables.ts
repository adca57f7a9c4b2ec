import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { keyRoles } from '#rules/connections.ts'
import { staffRoles } from '#rules/rights.ts'

export const users = pgTable(
  'users',
  {
    id: uuid('id').notNull(),
    /** Trimmed and in lower case, so that one address is one account however it is typed. Null: they sign in by phone alone. */
    email: text('email'),
    /** Normalised, and proven by a code that was sent there; nobody else has it meanwhile. */
    phone: text('phone'),
    /** When a code was last typed that had been sent there: numbers are handed on to strangers. */
    phoneProvenAt: timestamp('phone_proven_at', { withTimezone: true }),
    /** Orders of guests with this number belong to the account from then on; earlier ones may be of somebody else. */
    phoneSince: timestamp('phone_since', { withTimezone: true }),
    /** Null: the shop says the part of the e-mail before the at-sign. */
    displayName: text('display_name'),
    hasConfirmedEmail: boolean('has_confirmed_email').notNull().default(false),
    isAdmin: boolean('is_admin').notNull().default(false),
    isManager: boolean('is_manager').notNull().default(false),
    isHelper: boolean('is_helper').notNull().default(false),
    isDriver: boolean('is_driver').notNull().default(false),
    /** Of a key of the shop, which does things and to which nobody signs in. What it may is written with the key. */
    isKey: boolean('is_key').notNull().default(false),
    /** Nobody signs in while it is there, and every session has ended. */
    blockedAt: timestamp('blocked_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'users_key', columns: [table.id] }),
    unique('users_email_unique').on(table.email),
    unique('users_phone_unique').on(table.phone),
    check('users_email_normal_check', sql`${table.email} = lower(btrim(${table.email}))`),
    check(
      'users_person_or_key_check',
      sql`case when is_key then ${table.email} is null and ${table.phone} is null else ${table.email} is not null or ${table.phone} is not null end`,
    ),
    check(
      'users_staff_email_check',
      sql`${table.email} is not null or not (is_admin or is_manager or is_helper or is_driver)`,
    ),
    index('users_admin_index').on(table.id).where(sql`is_admin`),
    index('users_manager_index').on(table.id).where(sql`is_manager`),
    index('users_helper_index').on(table.id).where(sql`is_helper`),
    index('users_driver_index').on(table.id).where(sql`is_driver`),
  ],
)

/** For an account whose number is no longer its own. */
export const withoutPhone = { phone: null, phoneProvenAt: null, phoneSince: null }

export const passwordProvider = 'credential'

/** How a person proves who they are: today always a password. */
export const credentials = pgTable(
  'credentials',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    /** For a password "credential" and the person's own id: another kind of proof would have a row of its own. */
    providerId: text('provider_id').notNull(),
    accountId: text('account_id').notNull(),
    /** Argon2id, never the password itself. */
    password: text('password'),
    /** Good enough for somebody with a role. Null: it was last typed before the shop asked. */
    isStrong: boolean('is_strong'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'credentials_key', columns: [table.id] }),
    unique('credentials_account_unique').on(table.providerId, table.accountId),
    index('credentials_user_index').on(table.userId),
    foreignKey({ name: 'credentials_user_fk', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').notNull(),
    /** The hash of the token: whoever reads this table still cannot sign in. */
    token: text('token').notNull(),
    userId: uuid('user_id').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Lets a person recognise their own phone in the list of sessions. */
    userAgent: text('user_agent'),
    /** When the password was last typed in this session: what is worth more than a click asks for it again. */
    passwordProvenAt: timestamp('password_proven_at', { withTimezone: true }),
    /** Opened by a code on a phone, without a password: never good for somebody who works here. */
    isByPhone: boolean('is_by_phone').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'sessions_key', columns: [table.id] }),
    unique('sessions_token_unique').on(table.token),
    index('sessions_user_index').on(table.userId),
    foreignKey({ name: 'sessions_user_fk', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** With which other tools of the owner call the API. A key belongs to the shop, not to whoever made it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    /** Its account in `users`: under that number the shop remembers what was done with it, also after its end. */
    id: uuid('id').notNull(),
    /** The hash of the key: whoever reads this table still cannot use it. */
    key: text('key').notNull(),
    /** How it begins, so that people recognise it. */
    prefix: text('prefix').notNull(),
    name: text('name').notNull(),
    role: text('role', { enum: keyRoles }).notNull(),
    madeBy: uuid('made_by'),
    madeAt: timestamp('made_at', { withTimezone: true }).notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    primaryKey({ name: 'api_keys_key', columns: [table.id] }),
    unique('api_keys_key_unique').on(table.key),
    index('api_keys_made_by_index').on(table.madeBy),
    foreignKey({ name: 'api_keys_id_fk', columns: [table.id], foreignColumns: [users.id] }),
    foreignKey({
      name: 'api_keys_made_by_fk',
      columns: [table.madeBy],
      foreignColumns: [users.id],
    }).onDelete('set null'),
  ],
)

/**
 * Browsers that show alerts, also while no page of the shop is open. Each belongs to the session in which it was added: whoever
 * signs out there, or is signed out, hears nothing any more.
 */
export const pushPhones = pgTable(
  'push_phones',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** Where the browser's maker takes messages for it; whoever knows it is still not able to write any. */
    endpoint: text('endpoint').notNull(),
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    userAgent: text('user_agent').notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'push_phones_key', columns: [table.id] }),
    unique('push_phones_endpoint_unique').on(table.endpoint),
    index('push_phones_user_index').on(table.userId),
    index('push_phones_session_index').on(table.sessionId),
    foreignKey({ name: 'push_phones_user_fk', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'push_phones_session_fk',
      columns: [table.sessionId],
      foreignColumns: [sessions.id],
    }).onDelete('cascade'),
  ],
)

/** The second proof of somebody of the staff: an authenticator app whose codes follow from this secret and the time. */
export const secondFactors = pgTable(
  'second_factors',
  {
    userId: uuid('user_id').notNull(),
    /** Base32, as the app has it. */
    secret: text('secret').notNull(),
    /** Null: begun, and no code of it was typed yet; nobody is asked for one. */
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    /** The half minute of the newest code that was used: each code counts once. */
    lastStep: integer('last_step').notNull().default(0),
  },
  (table) => [
    primaryKey({ name: 'second_factors_key', columns: [table.userId] }),
    foreignKey({
      name: 'second_factors_user_fk',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)

/** For a phone that is lost. Each opens once, and is then gone. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid('user_id').notNull(),
    /** The hash of the code. */
    code: text('code').notNull(),
  },
  (table) => [
    primaryKey({ name: 'recovery_codes_key', columns: [table.userId, table.code] }),
    foreignKey({
      name: 'recovery_codes_factor_fk',
      columns: [table.userId],
      foreignColumns: [secondFactors.userId],
    }).onDelete('cascade'),
  ],
)

/**
 * From which devices and addresses somebody has signed in, as hashes: strangers who guess passwords must not keep the owner
 * out of a place where the owner has been before.
 */
export const knownPlaces = pgTable(
  'known_places',
  {
    userId: uuid('user_id').notNull(),
    place: text('place').notNull(),
    seenAt: timestamp('seen_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'known_places_key', columns: [table.userId, table.place] }),
    foreignKey({
      name: 'known_places_user_fk',
      columns: [table.userId],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)

/** Secrets that open one thing once: links sent by mail, and downloads. One per person and purpose: a new one ends the one before. */
export const mailLinks = pgTable(
  'mail_links',
  {
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['confirm_email', 'reset_password', 'download'] }).notNull(),
    /** The hash of the secret in the link. */
    secret: text('secret').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'mail_links_key', columns: [table.userId, table.purpose] }),
    unique('mail_links_secret_unique').on(table.secret),
    foreignKey({ name: 'mail_links_user_fk', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Six digits that prove a phone or a mailbox. One for each: a new one ends the one before. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    /** The number that it was sent to, a space and who asks; for a mailbox the account that asks, a space and the address. */
    target: text('target').notNull(),
    /** Argon2id: a million codes are tried in no time against a quick hash. */
    code: text('code').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ name: 'one_time_codes_key', columns: [table.target] })],
)

/** Whoever opens such a link makes an account with a role: the owner, or somebody whom an admin has invited. */
export const ownerLinks = pgTable(
  'owner_links',
  {
    /** The hash of the secret in the link. */
    secret: text('secret').notNull(),
    /** The e-mail address that it is meant for; null where the person types one. */
    email: text('email'),
    role: text('role', { enum: staffRoles }).notNull().default('admin'),
    /** The next three are those of an invitation; of the owner's link, which the shop prints, they are null. */
    id: uuid('id'),
    invitedBy: uuid('invited_by'),
    invitedAt: timestamp('invited_at', { withTimezone: true }),
    /** The phone that an invitation goes to. */
    phone: text('phone'),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'owner_links_key', columns: [table.secret] }),
    unique('owner_links_id_unique').on(table.id),
    index('owner_links_invited_by_index').on(table.invitedBy),
    foreignKey({
      name: 'owner_links_invited_by_fk',
      columns: [table.invitedBy],
      foreignColumns: [users.id],
    }).onDelete('cascade'),
  ],
)

/** What people enter about themselves. Whoever never did has no row. */
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id').notNull(),
    fullName: text('full_name').notNull().default(''),
    website: text('website').notNull().default(''),
    phone: text('phone').notNull().default(''),
    shippingAddress: text('shipping_address').notNull().default(''),
    city: text('city').notNull().default(''),
    region: text('region').notNull().default(''),
    /** The name of the picture's file. */
    avatarId: uuid('avatar_id'),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'profiles_key', columns: [table.userId] }),
    foreignKey({ name: 'profiles_user_fk', columns: [table.userId], foreignColumns: [users.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** Who gave or took which role, and when. Neither person need exist any more: the list outlives its accounts. */
export const roleChanges = pgTable(
  'role_changes',
  {
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: staffRoles }).notNull(),
    isGiven: boolean('is_given').notNull(),
    /** Null: the shop's owner at the command line. */
    changedBy: uuid('changed_by'),
    changedAt: timestamp('changed_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: 'role_changes_key', columns: [table.id] }),
    index('role_changes_newest_index').on(table.changedAt.desc()),
    index('role_changes_user_index').on(table.userId),
    index('role_changes_changed_by_index').on(table.changedBy),
  ],
)
