/** The browser's storage, for tests; like there, its keys are its own properties. */
export function openFakeStorage(entries: Record<string, string> = {}): Storage {
  const storage: Record<string, string> = { ...entries }
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, text: string) => void Object.assign(storage, { [key]: text }),
    removeItem: (key: string) => void Reflect.deleteProperty(storage, key),
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(storage, name, { value, enumerable: false })
  return storage as unknown as Storage
}

/** A storage that is full or that the browser forbids. */
export const forbiddenStorage = {
  getItem: forbid,
  setItem: forbid,
  removeItem: forbid,
} as unknown as Storage

function forbid(): never {
  throw new Error('The storage is forbidden')
}
