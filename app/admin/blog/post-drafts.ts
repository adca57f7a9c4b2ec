import { useEffect, useRef, useState } from 'react'

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
const shelf = 'drafts'

type PostDrafts = {
  read(): Promise<PostDraft | null>
  keep(draft: PostDraft): Promise<boolean>
  forget(): Promise<void>
}

/** For each person and post apart: devices are shared. A device that cannot keep anything keeps nothing, and nobody is stopped. */
export function openPostDrafts(userId: string, postId: number | null): PostDrafts {
  const key = `${userId}:${postId ?? 'new'}`
  return {
    read: async () => {
      const kept = await ask<unknown>('readonly', (store) => store.get(key)).catch(() => null)
      return isDraft(kept) ? kept : null
    },
    keep: (draft) =>
      ask('readwrite', (store) => store.put(draft, key)).then(
        () => true,
        () => false,
      ),
    forget: async () => {
      await ask('readwrite', (store) => store.delete(key)).catch(() => undefined)
    },
  }
}

function isDraft(kept: unknown): kept is PostDraft {
  return typeof kept === 'object' && kept !== null && 'content' in kept && 'savedAt' in kept
}

async function ask<Answer>(
  mode: IDBTransactionMode,
  question: (store: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer> {
  const database = await openDatabase()
  try {
    const transaction = database.transaction(shelf, mode)
    const asked = question(transaction.objectStore(shelf))
    return await new Promise<Answer>((resolve, reject) => {
      transaction.oncomplete = () => resolve(asked.result)
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
    opening.onupgradeneeded = () => opening.result.createObjectStore(shelf)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
    opening.onblocked = () => reject(new Error('Another tab holds the drafts'))
  })
}

const restMs = 2_000

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
  const newest = useRef({ drafts, draft, isDirty })
  newest.current = { drafts, draft, isDirty }
  const isOver = useRef(false)

  const save = useRef(async () => {
    const { drafts: place, draft: typed, isDirty: isWorthIt } = newest.current
    if (!isWorthIt || isOver.current) return
    const now = new Date()
    const isKept = await place.keep({ ...typed, savedAt: now })
    if (isKept && !isOver.current) setSavedAt(now)
  }).current

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was typed starts the rest anew.
  useEffect(() => {
    const timer = setTimeout(save, restMs)
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
