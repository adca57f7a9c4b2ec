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

export type PostDrafts = {
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
