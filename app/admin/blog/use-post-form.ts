import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, readToken } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { ownerOfPostDrafts } from '#app/session/drafts.ts'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { PostResponse } from '#contract/content.ts'
import { checkPost, mustBeSignedIn } from '#rules/post-fields.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { useRevalidateField } from '../pictures.ts'

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

/** What was typed but not saved in the shop, on this device alone. */
export type PostDraft = {
  title: string
  excerpt: string
  content: string
  isPublished: boolean
  /** A picture that was chosen but not sent yet. */
  file: File | null
  /** Which version of the post was open; nothing for a new one. */
  version: string | null
  savedAt: Date
}

const databaseName = 'adom_post_drafts'
const storeName = 'drafts'

type PostDrafts = {
  /** Comes first: from then on the drafts of this device are this person's. */
  read(): Promise<PostDraft | null>
  keep(draft: PostDraft): Promise<boolean>
  forget(): Promise<void>
}

/** One draft per user and post, because devices are shared. A device without storage keeps none, and that stops nobody. */
export function openPostDrafts(userId: string, postId: number | null): PostDrafts {
  const key = `${userId}:${postId ?? 'new'}`
  return {
    read: async () => {
      ownerOfPostDrafts.write(userId)
      const kept = await withStore<unknown>('readonly', (store) => store.get(key)).catch(() => null)
      return isDraft(kept) ? kept : null
    },
    keep: async (draft) => {
      // Whoever has signed out since, or after whom somebody else signed in, leaves nothing behind: the editor closes later.
      if (ownerOfPostDrafts.read() !== userId) return false
      return withStore('readwrite', (store) => store.put(draft, key)).then(
        () => true,
        () => false,
      )
    },
    forget: async () => {
      await withStore('readwrite', (store) => store.delete(key)).catch(() => undefined)
    },
  }
}

function isDraft(kept: unknown): kept is PostDraft {
  return typeof kept === 'object' && kept !== null && 'content' in kept && 'savedAt' in kept
}

async function withStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(storeName, mode)
    const request = run(transaction.objectStore(storeName))
    return await new Promise<Result>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('Another tab holds the drafts'))
  })
}

const debounceMs = 2_000

/**
 * Keeps what is typed on this device: two seconds after the last key, and when the page goes out of sight, because a phone
 * may throw it away then. Never sends anything to the shop: readers must not see half a sentence.
 */
export function useAutosave(
  drafts: PostDrafts,
  draft: Omit<PostDraft, 'savedAt'>,
  { isDirty }: { isDirty: boolean },
) {
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const latest = useRef({ drafts, draft, isDirty })
  latest.current = { drafts, draft, isDirty }
  const isOver = useRef(false)

  const save = useRef(async () => {
    const { drafts: place, draft: typed, isDirty: isUnsaved } = latest.current
    if (!isUnsaved || isOver.current) return
    const now = new Date()
    const isKept = await place.keep({ ...typed, savedAt: now })
    if (isKept && !isOver.current) setSavedAt(now)
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: every change restarts the timer.
  useEffect(() => {
    const timer = setTimeout(save, debounceMs)
    return () => clearTimeout(timer)
  }, [draft.title, draft.excerpt, draft.content, draft.isPublished, draft.file, isDirty])

  useEffect(() => {
    const hide = () => {
      if (document.visibilityState === 'hidden') void save()
    }
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('pagehide', save)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('pagehide', save)
      void save()
    }
  }, [save])

  return {
    savedAt,
    /** The post is in the shop, or its writer gave it up. */
    async end() {
      isOver.current = true
      await drafts.forget()
      setSavedAt(null)
    },
  }
}
