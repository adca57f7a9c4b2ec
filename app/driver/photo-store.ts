/** Photos that wait for the network. They are too large for the phone's small storage, so they lie in its database. */
const databaseName = 'adom_driver_photos'
const storeName = 'photos'

export type PhotoStore = ReturnType<typeof openPhotoStore>

/** What the phone's database has no room for, or may not keep, lasts as long as the page. */
export function openPhotoStore() {
  const unsaved = new Map<string, Blob>()
  return {
    /** False when the photo is only on this page. */
    async save(key: string, photo: Blob): Promise<boolean> {
      try {
        await inStore('readwrite', (photos) => photos.put(photo, key))
        return true
      } catch {
        unsaved.set(key, photo)
        return false
      }
    },
    async find(key: string): Promise<Blob | null> {
      const found = unsaved.get(key) ?? (await inStore('readonly', (photos) => photos.get(key)))
      return found instanceof Blob ? found : null
    },
    async delete(key: string): Promise<void> {
      if (!unsaved.delete(key)) await inStore('readwrite', (photos) => photos.delete(key))
    },
  }
}

async function inStore<Result>(
  mode: IDBTransactionMode,
  work: (photos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open()
  try {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
    return request.result
  } finally {
    database.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
