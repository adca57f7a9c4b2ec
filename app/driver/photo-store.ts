/** Photos that wait for the network. They are too large for the phone's small storage, so they lie in its database. */
const name = 'adom_driver_photos'
const shelf = 'photos'

export async function keepPhoto(key: string, photo: Blob): Promise<void> {
  await inBox('readwrite', (photos) => photos.put(photo, key))
}

export async function findPhoto(key: string): Promise<Blob | null> {
  const found = await inBox('readonly', (photos) => photos.get(key))
  return found instanceof Blob ? found : null
}

export async function forgetPhoto(key: string): Promise<void> {
  await inBox('readwrite', (photos) => photos.delete(key))
}

async function inBox<Result>(
  mode: IDBTransactionMode,
  work: (photos: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const box = await open()
  try {
    const transaction = box.transaction(shelf, mode)
    const request = work(transaction.objectStore(shelf))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
    return request.result
  } finally {
    box.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(shelf)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
