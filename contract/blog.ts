import { z } from 'zod'
import { requiredText } from './fields.ts'
import type { PictureData } from './pictures.ts'

export const postAnswer = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  image: z.string().nullable(),
  content: z.string().describe('HTML, cleaned by the shop'),
  author_id: z.string().nullable(),
  published: z.boolean(),
  created_at: z.iso.datetime(),
})

export type PostAnswer = z.infer<typeof postAnswer>

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
