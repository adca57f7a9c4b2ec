import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import type { ApiProblem } from '#app/data/api-problem.ts'
import { readToken } from '#app/data/token.ts'
import { upload } from '#app/data/upload.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { PostResponse } from '#contract/blog.ts'
import { checkPost, mustBeSignedIn } from '#rules/post-fields.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { useRevalidateField } from '../pictures.ts'
import type { PostDraft } from './post-drafts.ts'

const otherwise = 'An unknown error occurred'

type PostValues = Omit<PostDraft, 'savedAt'>

function startValues(post: PostResponse | null): PostValues {
  return {
    title: post?.title ?? '',
    excerpt: post?.excerpt ?? '',
    content: post?.content ?? '',
    isPublished: post?.published ?? true,
    file: null,
    version: post?.updated_at ?? null,
  }
}

/** The values of the editor, and how they are saved. */
export function usePostForm(post: PostResponse | null, onSaved: () => Promise<void>) {
  const navigate = useNavigate()
  const { show, close } = useToasts()
  const signedOutToast = useRef<number | null>(null)
  const { submit, isBusy } = useSubmit()
  const [values, setValues] = useState(() => startValues(post))
  const [isDirty, setDirty] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const hasImage = values.file !== null || Boolean(post?.image)
  const errors = useFormErrors((form) =>
    checkPost({ title: textIn(form, 'title'), excerpt: textIn(form, 'excerpt'), hasImage }),
  )
  useRevalidateField(errors.form.ref, 'image', values.file)
  const failed = post ? 'Failed to update post' : 'Failed to create post'

  const change = (changes: Partial<PostValues>) => {
    setValues((before) => ({ ...before, ...changes }))
    setDirty(true)
  }

  const send = async (version = values.version) => {
    if (signedOutToast.current !== null) close(signedOutToast.current)
    if (readToken() === null) {
      signedOutToast.current = show({ title: mustBeSignedIn, tone: 'destructive' })
      return
    }
    setConflict(null)
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    await submit({ failed, otherwise, refuse: errors.refuse, onFailure }, async () => {
      const path = post ? `/api/blog-posts/${post.id}` : '/api/blog-posts'
      await upload(post ? 'PUT' : 'POST', path, toForm(values, post, version), { otherwise })
      setDirty(false)
      await onSaved()
      void navigate('/admin/blog')
      return { title: post ? 'Blog post updated successfully!' : 'Blog post created successfully!' }
    })
  }
  return { values, change, isDirty, isBusy, conflict, errors, send }
}

function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '')
}

function toForm(values: PostValues, post: PostResponse | null, version: string | null): FormData {
  const form = new FormData()
  form.append('title', values.title)
  form.append('excerpt', values.excerpt)
  form.append('content', values.content)
  form.append('published', String(values.isPublished))
  if (version) form.append('expected', version)
  if (values.file) form.append('image', values.file, values.file.name)
  else if (post?.image) form.append('image', post.image)
  return form
}
