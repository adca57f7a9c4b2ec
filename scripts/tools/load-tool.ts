import { createRequire } from 'node:module'

/**
 * Loads what `ensureToolInstalled` has installed. TypeScript must do without it on machines that have never used the
 * tool, so the caller says what it looks like.
 */
export function loadTool<Module>(name: string): Module {
  return createRequire(new URL(`${name}/package.json`, import.meta.url))(name)
}
