import { sql } from 'drizzle-orm'
import { type ShownHome, storedHome } from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import {
  defaultHome,
  type HeroButton,
  type HomeForm,
  homeSectionLabels,
  readButtonAddress,
} from '#rules/home-page.ts'
import { pictureIdOf } from '#rules/web-address.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import { nextVersion, refuseIfChanged } from '../accounts/optimistic-lock.ts'
import { recordChange } from '../audit/record-change.ts'
import { findPictures } from '../media/pictures.ts'
import { homePage } from './tables.ts'

type KnownHome = { home: HomeForm; version: Date }

const neverChanged = new Date(0)

const readRow = rememberedRead('home page', ['settings'], (db) => db.select().from(homePage).limit(1))

/** A stored page that no longer fits counts as unset: the shop opens with its default instead of not at all. */
export async function readHome(db: Database): Promise<KnownHome> {
  const [row] = await readRow(db)
  const stored = storedHome.safeParse(row?.content)
  return {
    home: stored.success ? stored.data : defaultHome,
    version: row?.updatedAt ?? neverChanged,
  }
}

/** As visitors see it. A picture that is gone leaves the one that came with the shop. */
export async function showHome(db: Database): Promise<ShownHome> {
  const { home } = await readHome(db)
  const id = home.picture && pictureIdOf(home.picture.address)
  const data = id ? (await findPictures(db, [id])).get(id) : undefined
  return {
    heading: home.heading,
    line: home.line,
    buttons: [home.buttons.first, home.buttons.second].flatMap(shownButton),
    picture:
      home.picture && data ? { data: { ...data, alt: home.picture.alt }, focus: home.picture.focus } : null,
    sections: home.sections.filter((section) => section.is_shown).map(({ name }) => name),
  }
}

function shownButton({ label, to }: HeroButton): HeroButton[] {
  const address = readButtonAddress(to)
  return label === '' || address === null ? [] : [{ label, to: address }]
}

type HomeInput = {
  home: HomeForm
  /** The version on which the changes were made. Whoever does not say overwrites knowingly. */
  expected?: Date | undefined
}

/** Holds at once for every visitor. */
export async function saveHome(
  context: Context,
  actorId: string,
  { home, expected }: HomeInput,
): Promise<KnownHome> {
  return await invalidating(context, ['settings'], async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('home page'))`)
    const before = await readHome(tx)
    await refuseIfChanged(tx, { thing: 'home', thingId: 1, expected, current: before.version })
    await refuseUnknownPicture(tx, home)
    const row = { content: home, updatedAt: nextVersion(context.clock(), before.version) }
    await tx.insert(homePage).values(row).onConflictDoUpdate({ target: homePage.id, set: row })
    await recordChange(tx, {
      at: context.clock(),
      actorId,
      thing: 'home',
      thingId: 1,
      action: 'changed the home page',
      before: describe(before.home),
      after: describe(home),
    })
    return { home, version: row.updatedAt }
  })
}

async function refuseUnknownPicture(db: Database, { picture }: HomeForm): Promise<void> {
  if (picture === null) return
  const id = pictureIdOf(picture.address)
  if (id !== null && (await findPictures(db, [id])).has(id)) return
  throw new Refusal('invalid_input', { fields: { 'home.picture': 'Please choose the picture again' } })
}

/** In words that can still be read when the shop has long forgotten how it kept them. */
function describe({ heading, line, buttons, picture, sections }: HomeForm): Record<string, string> {
  const written = ({ label, to }: HeroButton) => (label === '' ? 'none' : `${label} (${to})`)
  return {
    heading,
    line,
    'first button': written(buttons.first),
    'second button': written(buttons.second),
    picture: picture?.alt ?? 'the one that came with the shop',
    'focus of the picture': picture ? `${picture.focus.x} % / ${picture.focus.y} %` : 'middle',
    sections: sections
      .map(({ name, is_shown }) => homeSectionLabels[name] + (is_shown ? '' : ' (hidden)'))
      .join(', '),
  }
}
