import { pathToFileURL } from 'node:url'

/** What the pages' bundle offers: the one seam between the server and the pages. */
export type Pages = typeof import('#app/ssr.ts')

export async function loadBuiltPages(): Promise<Pages> {
  return await import(pathToFileURL('build/server/index.js').href)
}
