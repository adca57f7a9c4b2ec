import { ensureToolInstalled } from '../prepare.mjs'

/** Vitest calls this once before the files that use them. */
export function setup() {
  ensureToolInstalled('s3rver')
  ensureToolInstalled('recheck')
}
