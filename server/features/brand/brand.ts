import { and, eq, lt, notInArray, sql } from 'drizzle-orm'
import { Refusal } from '#contract/refusals.ts'
import {
  type BrandLook,
  type BrandPictureName,
  brandFileAddress,
  brandPictureNames,
  colourMistakeText,
  cornerStyles,
  defaultBrandLook,
  fontPairs,
} from '#rules/brand.ts'
import { colourMistakes, officeTokens, type Tokens } from '#rules/brand-colours.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/database/database.ts'
import { invalidating, rememberedRead } from '#server/platform/database/invalidation.ts'
import { recordChange } from '../audit/record-change.ts'
import { readKnownSettings, saveSettings } from '../settings/settings.ts'
import { type DrawnFile, drawPictures } from './draw-pictures.ts'
import { type BrandPicture, type BrandPictures, brandFiles, brand as rows } from './tables.ts'

export type Brand = {
  name: string
  line: string
  look: BrandLook
  pictures: BrandPictures
  version: number
  nameVersion: number
}

const readRow = rememberedRead('brand', ['settings'], (db) => db.select().from(rows).where(eq(rows.id, 1)))

/** A look that an older or newer shop has stored and that this one cannot show counts as none. */
export async function readBrand(db: Database): Promise<Brand> {
  const [[row], { settings, versions }] = await Promise.all([readRow(db), readKnownSettings(db)])
  return {
    name: settings.shopName,
    line: row?.line ?? '',
    look: row && isLook(row.look) ? row.look : defaultBrandLook,
    pictures: row?.pictures ?? {},
    version: row?.version ?? 0,
    nameVersion: versions.get('shopName') ?? 0,
  }
}

function isLook({ colours, fonts, corners }: BrandLook): boolean {
  return fontPairs.includes(fonts) && cornerStyles.includes(corners) && Object.keys(colours).length === 4
}

type BrandInput = {
  name: string
  line: string
  look: BrandLook
  files: Partial<Record<BrandPictureName, Buffer>>
  remove: readonly BrandPictureName[]
  /** The versions that the form was opened with. */
  version: number
  nameVersion: number
}

/** Holds at once for every page. The pictures are drawn before anything is locked. */
export async function saveBrand(context: Context, viewer: { id: string }, input: BrandInput): Promise<Brand> {
  refuseUnreadable(input.look)
  await refuseOlderView(context.db, input)
  const drawn = await drawPictures(context, input.files, input.look)
  return await invalidating(context, ['settings'], async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('brand'))`)
    await refuseOlderView(tx, input)
    const before = await readBrand(tx)
    if (input.name !== before.name) {
      const change = { version: input.nameVersion, changes: { shopName: input.name } }
      await saveSettings({ ...context, db: tx }, viewer.id, change)
    }
    await saveFiles(tx, drawn.files, context.clock())
    const pictures = joined(before.pictures, drawn.pictures, input.remove)
    const row = {
      line: input.line,
      look: input.look,
      pictures,
      version: before.version + 1,
      updatedAt: context.clock(),
    }
    await tx
      .insert(rows)
      .values({ id: 1, ...row })
      .onConflictDoUpdate({ target: rows.id, set: row })
    await removeOldFiles(tx, pictures, context.clock())
    const after = await readBrand(tx)
    await recordChange(tx, {
      at: context.clock(),
      actorId: viewer.id,
      thing: 'brand',
      thingId: 'shop',
      action: 'changed the brand',
      before: toRecord(before),
      after: toRecord(after),
    })
    return after
  })
}

/** The form says so beside each colour; whoever comes without it is told the same. */
function refuseUnreadable({ colours }: BrandLook): void {
  const fields = Object.entries(colourMistakes(colours)).map(([name, mistake]) => [
    name,
    colourMistakeText(mistake),
  ])
  if (fields.length > 0) throw new Refusal('invalid_input', { fields: Object.fromEntries(fields) })
}

async function refuseOlderView(
  db: Database,
  { version, name, nameVersion }: Pick<BrandInput, 'version' | 'name' | 'nameVersion'>,
): Promise<void> {
  const now = await readBrand(db)
  const isNameOlder = name !== now.name && now.nameVersion > nameVersion
  if (now.version <= version && !isNameOlder) return
  const [row] = await readRow(db)
  const changedAt = (row?.updatedAt ?? new Date(0)).toISOString()
  throw new Refusal('conflict', { details: { changed_by: null, changed_at: changedAt } })
}

function joined(
  before: BrandPictures,
  drawn: BrandPictures,
  remove: readonly BrandPictureName[],
): BrandPictures {
  const gone: string[] = remove.includes('logo_light') ? [...remove, 'logo_mail'] : [...remove]
  const kept = Object.entries(before).filter(([name]) => !gone.includes(name))
  return { ...Object.fromEntries(kept), ...drawn }
}

async function saveFiles(db: Database, files: readonly DrawnFile[], now: Date): Promise<void> {
  for (const file of files)
    await db
      .insert(brandFiles)
      .values({ ...file, createdAt: now })
      .onConflictDoUpdate({ target: brandFiles.name, set: { createdAt: now } })
}

const aDay = 24 * 3_600_000

/** A page that a cache on the way still has may name the last pictures: they stay for a day. */
async function removeOldFiles(db: Database, pictures: BrandPictures, now: Date): Promise<void> {
  const named = filesIn(pictures).map(({ file }) => file)
  const isOld = lt(brandFiles.createdAt, new Date(now.getTime() - aDay))
  await db.delete(brandFiles).where(named.length > 0 ? and(isOld, notInArray(brandFiles.name, named)) : isOld)
}

function filesIn({ icon, ...others }: BrandPictures): BrandPicture[] {
  return [...Object.values(others), ...Object.values(icon ?? {})]
}

function toRecord({
  name,
  line,
  look: { colours, fonts, corners },
  pictures,
}: Brand): Record<string, unknown> {
  const files = brandPictureNames.map((each) => {
    const picture = each === 'icon' ? pictures.icon?.large : pictures[each]
    return [each.replace('_', ' '), picture?.file ?? 'none']
  })
  return { name, line, ...colours, letters: fonts, corners, ...Object.fromEntries(files) }
}

type BrandFile = { contentType: string; bytes: Buffer }

/** What lies under a name never changes: the name is its hash. */
export async function findBrandFile(db: Database, name: string): Promise<BrandFile | null> {
  const [file] = await db
    .select({ contentType: brandFiles.contentType, bytes: brandFiles.bytes })
    .from(brandFiles)
    .where(eq(brandFiles.name, name))
  return file ?? null
}

/** What e-mails need: they know neither style sheets nor drawings, and are read on a light ground, as the logo in them is meant. */
type MailLook = {
  shopName: string
  tokens: Tokens | null
  logo: (BrandPicture & { url: string }) | null
}

export async function readMailLook(db: Database, publicUrl: string): Promise<MailLook> {
  const { name, look, pictures } = await readBrand(db)
  const logo = pictures.logo_mail
  return {
    shopName: name,
    tokens: look.colours === defaultBrandLook.colours ? null : officeTokens('light', look.colours),
    logo: logo ? { ...logo, url: `${publicUrl}${brandFileAddress(logo.file)}` } : null,
  }
}
