/**
 * What the browser keeps on this device. Where it forbids that (some private modes), or has no room left, things
 * are kept until the tab closes. Only a browser ever writes here, so no two visitors can share it.
 */
const keptInThisTab = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? keptInThisTab.get(key) ?? null
  } catch {
    return keptInThisTab.get(key) ?? null
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    keptInThisTab.delete(key)
  } catch {
    keptInThisTab.set(key, value)
  }
}

export function forget(key: string): void {
  keptInThisTab.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Where nothing could be stored, there is nothing to remove.
  }
}
