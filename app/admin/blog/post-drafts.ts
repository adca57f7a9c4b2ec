import { useEffect, useRef, useState } from 'react'
import { ownerOfPostDrafts } from '#app/session/drafts.ts'

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
