import { and, asc, desc, eq, or, sql } from 'drizzle-orm'
import type { AboutView, FaqView, FooterView, PageView, PolicyView } from '#contract/content.ts'
import { Refusal } from '#contract/refusals.ts'
import { shopSettings } from '#contract/settings.ts'
import {
  type FixedPage,
  fixedPages,
  isFixedPage,
  type PageKind,
  type PageText,
  type PolicyPage,
  pageAddress,
  pageKind,
  pageNames,
} from '#rules/page-texts.ts'
import { type Database, preparedQuery } from '#server/platform/database/database.ts'
import { rememberedRead } from '#server/platform/database/invalidation.ts'
import { users } from '../accounts/tables.ts'
import { nameOf } from '../accounts/viewer.ts'
import { cleanPost } from '../media/clean-html.ts'
import { readSettings } from '../settings/settings.ts'
import { defaultText } from './default-texts.ts'
import { fillHtml, fillLine } from './live-facts.ts'
import { type Published, renderAbout, renderFaq, renderPage, renderPolicy } from './render-page.ts'
import { pages, pageVersions } from './tables.ts'

export type PageRow = typeof pages.$inferSelect

/** Where a failure goes that a page can do without. */
type Report = (error: unknown) => void

export async function readAbout(db: Database, report: Report): Promise<AboutView> {
  const { published, facts } = await readFixed(db, 'about', report)
  return renderAbout(published, facts)
}

export async function readPolicy(db: Database, slug: PolicyPage, report: Report): Promise<PolicyView> {
  const { published, facts } = await readFixed(db, slug, report)
  return renderPolicy(slug, published, facts)
}

export async function readFaq(db: Database, report: Report): Promise<FaqView> {
  const { published, facts } = await readFixed(db, 'faq', report)
  return renderFaq(published, facts)
}

export async function readContact(db: Database, report: Report): Promise<PageView> {
  const { published, facts } = await readFixed(db, 'contact', report)
  return renderPage(published?.text ?? defaultText('contact'), facts)
}

/** What visitors read while the shop is not open yet. */
export async function readOpeningSoon(db: Database, report: Report): Promise<PageView> {
  const { published, facts } = await readFixed(db, 'opening-soon', report)
  return renderPage(published?.text ?? defaultText('opening-soon'), facts)
}

/** Without the database, readers get what the shop said on its first day, and nobody keeps that page. */
async function readFixed(db: Database, slug: FixedPage, report: Report) {
  try {
    return { published: await findPublished(db, slug), facts: await readSettings(db) }
  } catch (error) {
    report(error)
    return { published: null, facts: shopSettings.parse({}) }
  }
}

/** A page of the owner's own, as far as readers may see it. */
export async function findOwnPage(db: Database, slug: string): Promise<PageView | null> {
  if (isFixedPage(slug)) return null
  const [row] = await readRow(db, { slug })
  return row?.isShown && row.published ? renderPage(row.published, await readSettings(db)) : null
}

const readRow = preparedQuery('page', (db) =>
  db
    .select()
    .from(pages)
    .where(eq(pages.slug, sql.placeholder('slug')))
    .limit(1),
)

async function findPublished(db: Database, slug: string): Promise<Published> {
  const [row] = await readRow(db, { slug })
  return row?.published ? { text: row.published, at: row.publishedAt ?? row.updatedAt } : null
}

const mostInFooter = 20

const readFooterRows = rememberedRead('footer pages', ['pages'], (db) =>
  db
    .select({ slug: pages.slug, text: pages.published })
    .from(pages)
    .where(or(eq(pages.slug, 'footer'), and(eq(pages.isInFooter, true), eq(pages.isShown, true))))
    .orderBy(asc(pages.createdAt), asc(pages.id))
    .limit(mostInFooter),
)

/** For every page of the shop: the owner's line, and the pages that the footer leads to. */
export async function readFooter(db: Database): Promise<FooterView> {
  const rows = await readFooterRows(db)
  const facts = await readSettings(db)
  const line = rows.find(({ slug }) => slug === 'footer')?.text?.lead
  const own = rows.flatMap(({ slug, text }) =>
    slug === 'footer' || text === null
      ? []
      : [{ to: pageAddress(slug) ?? '/', label: fillLine(text.title, facts) }],
  )
  return { line: line === undefined ? null : fillLine(line, facts), pages: own }
}

/** The owner's own pages that readers can find. */
export async function listOwnPages(db: Database): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await db.select().from(pages).where(eq(pages.isShown, true)).orderBy(asc(pages.id))
  return rows.map(({ slug, publishedAt, updatedAt }) => ({
    path: pageAddress(slug) ?? '/',
    updatedAt: publishedAt ?? updatedAt,
  }))
}

type ListedPage = {
  slug: string
  kind: PageKind
  title: string
  address: string | null
  isChanged: boolean
  hasDraft: boolean
  isShown: boolean
  isInFooter: boolean
  isRead: boolean
  updatedAt: Date | null
}

/** The texts that every shop has, then the owner's own pages. */
export async function listPages(db: Database): Promise<ListedPage[]> {
  const rows = await db.select().from(pages).orderBy(asc(pages.createdAt), asc(pages.id))
  const own = rows.filter(({ slug }) => !isFixedPage(slug))
  return [
    ...fixedPages.map((slug) =>
      toListed(
        slug,
        rows.find((row) => row.slug === slug),
      ),
    ),
    ...own.map((row) => toListed(row.slug, row)),
  ]
}

function toListed(slug: string, row: PageRow | undefined): ListedPage {
  const address = pageAddress(slug)
  const isFixed = isFixedPage(slug)
  return {
    slug,
    kind: pageKind(slug),
    title: isFixed ? pageNames[slug] : (row?.draft ?? row?.published)?.title || slug,
    address,
    isChanged: !isFixed || Boolean(row?.published),
    hasDraft: Boolean(row?.draft),
    isShown: isFixed || Boolean(row?.isShown),
    isInFooter: row?.isInFooter ?? false,
    isRead: row?.readAt != null,
    updatedAt: row?.updatedAt ?? null,
  }
}

/** Texts that the owner should have looked at before the shop opens: somebody else's policies bind nobody. */
export async function countReadTexts(db: Database): Promise<{ read: number; of: number }> {
  const toRead = (await listPages(db)).filter(({ kind }) => mustBeRead.has(kind))
  return { read: toRead.filter(({ isRead }) => isRead).length, of: toRead.length }
}

const mustBeRead: ReadonlySet<PageKind> = new Set(['about', 'faq', 'policy', 'contact'])

export type EditedPage = ListedPage & {
  text: PageText
  shown: PageText | null
  versions: { id: number; at: Date; by: string | null }[]
}

/** For the editor: what was written last, and everything that was published before. */
export async function getPage(db: Database, slug: string): Promise<EditedPage> {
  const row = await findPageRow(db, slug)
  const shown = shownText(slug, row, await readSettings(db))
  const text = row?.draft ?? shown ?? row?.published
  if (!text) throw new Refusal('page_not_found')
  return { ...toListed(slug, row), text, shown, versions: row ? await listVersions(db, row.id) : [] }
}

/** What readers see; null for a page of the owner's own that is not shown. */
export function shownText(
  slug: string,
  row: PageRow | undefined,
  facts?: { shopName: string },
): PageText | null {
  if (isFixedPage(slug)) return row?.published ?? defaultText(slug, facts)
  return row?.isShown ? row.published : null
}

export async function findPageRow(
  db: Database,
  slug: string,
  { lock = false } = {},
): Promise<PageRow | undefined> {
  const question = db.select().from(pages).where(eq(pages.slug, slug))
  const [row] = await (lock ? question.for('no key update') : question)
  return row
}

async function listVersions(db: Database, pageId: number): Promise<EditedPage['versions']> {
  const rows = await db
    .select({
      id: pageVersions.id,
      at: pageVersions.at,
      displayName: users.displayName,
      email: users.email,
    })
    .from(pageVersions)
    .leftJoin(users, eq(users.id, pageVersions.by))
    .where(eq(pageVersions.pageId, pageId))
    .orderBy(desc(pageVersions.id))
  return rows.map(({ id, at, displayName, email }) => ({
    id,
    at,
    by: email === null ? null : nameOf(displayName, email),
  }))
}

/** A text that was published once; with null the one that every shop begins with. */
export async function getVersion(db: Database, slug: string, version: number | null): Promise<PageText> {
  if (version === null) {
    if (isFixedPage(slug)) return defaultText(slug, await readSettings(db))
    throw new Refusal('page_not_found')
  }
  const [row] = await db
    .select({ text: pageVersions.text })
    .from(pageVersions)
    .innerJoin(pages, eq(pages.id, pageVersions.pageId))
    .where(and(eq(pages.slug, slug), eq(pageVersions.id, version)))
  if (row === undefined) throw new Refusal('page_not_found')
  return row.text
}

/** As readers would see it. */
export async function previewPage(db: Database, text: PageText) {
  const clean = await cleanText(db, text)
  const facts = await readSettings(db)
  const questions = clean.questions.map(({ question, answer }) => ({
    question: fillLine(question, facts),
    html: fillHtml(answer, facts),
  }))
  return { ...renderPage(clean, facts), questions }
}

/** Cleaned like a post, with the size of each picture. */
export async function cleanText(db: Database, text: PageText): Promise<PageText> {
  const questions: PageText['questions'] = []
  for (const { question, answer } of text.questions)
    questions.push({ question, answer: await cleanPost(db, answer) })
  return { title: text.title, lead: text.lead, content: await cleanPost(db, text.content), questions }
}
