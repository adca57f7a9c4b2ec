import { z } from 'zod'
import { postMistake } from '../rules/post-fields.ts'
import { isoDate, largePicture, named, type PictureData, requiredText, text } from './codecs.ts'

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
