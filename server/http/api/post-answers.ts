import type { Post, PostResponse } from '#contract/blog.ts'
import { pictureAddress } from '#rules/picture-address.ts'

export function toPost(post: Post): PostResponse {
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    excerpt: post.excerpt,
    image: post.picture && pictureAddress(post.picture.id, Math.max(...post.picture.widths), 'webp'),
    content: post.content,
    author_id: post.authorId,
    published: post.isPublished,
    created_at: post.createdAt.toISOString(),
  }
}

export function toAdminPost(post: Post): PostResponse {
  return { ...toPost(post), updated_at: post.updatedAt.toISOString() }
}
