import { z } from 'zod'
import type { FocusPoint } from '../rules/focus-point.ts'
import { type HeroButton, type HomeSection, homeMistakes, homeSections } from '../rules/home-page.ts'
import { type PageKind, type PageText, pageLimits, pageMistakes } from '../rules/page-texts.ts'
import { postMistake } from '../rules/post-fields.ts'
import { isoDate, largePicture, named, type PictureData, requiredText, text } from './codecs.ts'

/** A part of a text below one heading, ready to be shown. */
export type PageSection = { id: string; heading: string; html: string }

/** A text as readers see it: live facts are filled in, nothing in it can run. */
export type PageView = { title: string; lead: string; html: string }

export type PolicyView = {
  title: string
  lead: string
  /** The day of the last change, in words. */
  updated: string | null
  /** A list of bold labels at the very beginning is shown as a box. */
  facts: { label: string; value: string }[]
  /** What stands before the first heading. */
  intro: string
  sections: PageSection[]
}

export type AboutView = PageView & {
  /** The story that every shop begins with, with its pictures; null once the owner has written another one. */
  story: { bands: PageSection[]; valuesHeading: string; values: { title: string; text: string }[] } | null
}

export type FaqView = {
  title: string
  lead: string
  questions: { id: string; question: string; html: string; text: string }[]
}

/** What every page shows of the owner's texts. A line of null means: the opening hours, as on the first day. */
export type FooterView = { line: string | null; pages: { to: string; label: string }[] }

const kind = z.enum(['about', 'faq', 'policy', 'contact', 'footer', 'opening-soon', 'own'])

const pageText = z.object({
  title: z.string(),
  lead: z.string(),
  content: z.string().describe('HTML, cleaned by the shop'),
  questions: z.array(z.object({ question: z.string(), answer: z.string() })),
})

const listed = z.object({
  slug: z.string(),
  kind,
  title: z.string(),
  /** Where readers find it; null for a text without a page of its own. */
  address: z.string().nullable(),
  /** False while it is the text that every shop begins with. */
  is_changed: z.boolean(),
  has_draft: z.boolean(),
  /** Whether readers can see it. */
  is_shown: z.boolean(),
  in_footer: z.boolean(),
  /** Whether somebody has said that the text is right for this shop. */
  is_read: z.boolean(),
  updated_at: isoDate.nullable(),
})

const listedNames = { in_footer: 'isInFooter' } as const

export const listedPage = named(listed, listedNames)

export const pagesResponse = z.array(listedPage)

const pageVersion = z.object({ id: z.int(), at: isoDate, by: z.string().nullable() })

export const pageResponse = named(
  listed.extend({
    /** The draft, else what readers see. */
    text: pageText,
    /** What readers see; null for a page that they cannot see. */
    shown: pageText.nullable(),
    /** The newest first. */
    versions: z.array(pageVersion),
  }),
  listedNames,
)

export type ListedPageResponse = z.input<typeof listedPage>
export type PageResponse = z.input<typeof pageResponse>

export const versionResponse = pageText

/** How many of the texts that bind the owner somebody has read. */
export const readTextsResponse = z.object({ read: z.int(), of: z.int() })

const writtenText = {
  title: text(1_000).transform(oneLine).default(''),
  lead: text(4_000).transform(oneLine).default(''),
  content: text(pageLimits.content).default(''),
  questions: z
    .array(
      z.strictObject({
        question: text(1_000).transform(oneLine),
        answer: text(pageLimits.answer),
      }),
    )
    .max(pageLimits.questions, { error: `Please use at most ${pageLimits.questions} questions` })
    .default([]),
}

function oneLine(written: string): string {
  return written.replaceAll(/\s+/g, ' ')
}

const { questions: _, ...ownText } = writtenText

export const newPageBody = z
  .strictObject({ ...ownText, in_footer: z.boolean().default(false), publish: z.boolean() })
  .superRefine((body, context) => tellMistakes('own', { ...body, questions: [] }, context))

/** Which text it is says the address, so the mistakes are told by the use case. */
export const pageBody = z.strictObject({
  ...writtenText,
  in_footer: z.boolean().default(false),
  /** `hide` takes a page of the owner's own down and keeps the text as its draft. */
  action: z.enum(['draft', 'publish', 'hide'], { error: 'Please say draft, publish or hide.' }),
  /** The updated_at that was seen; null for a text that nobody had changed. Without it, whatever is there is overwritten. */
  expected: isoDate.nullish(),
})

export const restoreBody = z.strictObject({
  /** Null: the text that every shop begins with. */
  version: z.int().min(1).nullable(),
  expected: isoDate.nullish(),
})

export const pagePreviewBody = z
  .strictObject({ kind, ...writtenText })
  .superRefine((body, context) => tellMistakes(body.kind, body, context))

export const pagePreviewResponse = z.object({
  title: z.string(),
  lead: z.string(),
  html: z.string(),
  questions: z.array(z.object({ question: z.string(), html: z.string() })),
})

export type PagePreviewResponse = z.infer<typeof pagePreviewResponse>

/** The last part of an address below /pages, or the name of one of the texts that every shop has. */
export const pageParams = z.object({ slug: text(100) })

export const versionParams = pageParams.extend({
  version: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
})

type Issues = { addIssue(issue: { code: 'custom'; message: string; path: string[] }): void }

function tellMistakes(of: PageKind, written: PageText, { addIssue }: Issues): void {
  for (const [field, message] of Object.entries(pageMistakes(of, written)))
    addIssue({ code: 'custom', message: message ?? '', path: field.split('.') })
}

const percent = z.number().min(0).max(100)

/** The shape alone; what each field may hold says rules/home-page.ts, which the page reads too. */
function homeShape<Text extends z.ZodType<string>>(written: Text) {
  const button = z.strictObject({ label: written, to: written })
  return z.strictObject({
    heading: written,
    line: written,
    buttons: z.strictObject({ first: button, second: button }),
    picture: z
      .strictObject({ address: written, alt: written, focus: z.strictObject({ x: percent, y: percent }) })
      .nullable(),
    sections: z
      .array(z.strictObject({ name: z.enum(homeSections), is_shown: z.boolean() }))
      .max(homeSections.length)
      .readonly(),
  })
}

export const storedHome = homeShape(z.string())

export const homeBody = z.strictObject({
  /** The version that was opened. Without it, whatever is there is overwritten. */
  expected: isoDate.optional(),
  home: homeShape(text(500)).superRefine((home, { addIssue }) => {
    for (const [field, message] of Object.entries(homeMistakes(home)))
      addIssue({ code: 'custom', message, path: field.split('.') })
  }),
})

export const homeResponse = z.object({
  /** When it was last changed. */
  version: isoDate,
  home: storedHome,
})

export type HomeResponse = z.input<typeof homeResponse>

/** The home page as visitors see it. */
export type ShownHome = {
  heading: string
  line: string
  /** Those that are shown. */
  buttons: readonly HeroButton[]
  picture: { data: PictureData; focus: FocusPoint } | null
  /** Those that are shown, in their order. */
  sections: readonly HomeSection[]
}

export const postResponse = named(
  z.object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    excerpt: z.string(),
    image: largePicture.nullable(),
    content: z.string().describe('HTML, cleaned by the shop'),
    author_id: z.string().nullable(),
    published: z.boolean(),
    created_at: isoDate,
    /** Only for admins who ask with admin=1: which version their editor has open. */
    updated_at: isoDate.optional(),
  }),
  { image: 'picture', published: 'isPublished', updated_at: 'version' },
)

export type PostResponse = z.input<typeof postResponse>

function postText(field: 'title' | 'excerpt') {
  return text(20_000, postMistake(field, '') ?? undefined)
    .transform((written) => written.replaceAll(/\s+/g, ' '))
    .superRefine((written, { addIssue }) => {
      const message = postMistake(field, written)
      if (message !== null) addIssue({ code: 'custom', message })
    })
}

/** The text fields of the editor; a new picture comes beside them as the file `image`. */
export const postForm = named(
  z.strictObject({
    title: postText('title'),
    excerpt: postText('excerpt'),
    content: text(250_000).default(''),
    published: z
      .enum(['true', 'false', '1', '0'], { error: 'Please say true or false.' })
      .default('true')
      .transform((written) => written === 'true' || written === '1'),
    /** Sent by the specification's own editor; the author is whoever is signed in. */
    author_id: text(64).optional(),
    /** The address of the picture that is there already. */
    image: text(300).optional(),
    expected: isoDate.optional(),
  }),
  { published: 'isPublished' },
)

/** What would be stored of a text, and thus what readers would see. */
export const previewBody = z.strictObject({ content: text(250_000) })
export const previewResponse = z.object({ content: z.string() })

export type PreviewResponse = z.infer<typeof previewResponse>

export const uploadResponse = z.object({ url: z.string() })

export type UploadResponse = z.infer<typeof uploadResponse>

export const slugParams = z.object({ slug: requiredText(200, 'Which post?') })

export type PostCard = {
  id: number
  slug: string
  title: string
  excerpt: string
  picture: PictureData | null
  createdAt: Date
}

export type Post = PostCard & {
  content: string
  authorId: string | null
  isPublished: boolean
  updatedAt: Date
}

/** For the editor, which says what it has seen when it saves. */
export function withVersion(post: Post) {
  return { ...post, version: post.updatedAt }
}
