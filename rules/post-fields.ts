import { type Mistakes, onlyMistakes } from './form-mistakes.ts'

type PostField = 'title' | 'excerpt' | 'image'

const texts = {
  title: { required: 'Title is required', most: 200 },
  excerpt: { required: 'Excerpt is required', most: 500 },
}

export const imageRequired = 'Please upload a featured image'

export const mustBeSignedIn = 'You must be logged in to create/edit blog posts'

export function postMistake(field: 'title' | 'excerpt', text: string): string | null {
  const { required, most } = texts[field]
  const written = text.trim()
  if (written === '') return required
  return written.length > most ? `Please use at most ${most} characters` : null
}

export function checkPost(post: { title: string; excerpt: string; hasImage: boolean }): Mistakes<PostField> {
  return onlyMistakes<PostField>({
    title: postMistake('title', post.title),
    excerpt: postMistake('excerpt', post.excerpt),
    image: post.hasImage ? null : imageRequired,
  })
}
