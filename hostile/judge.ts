import type { Heard } from './target.ts'

/** What is wrong with an answer, whatever was asked; null when nothing is. */
export function faultOf({ status, headers, bytes }: Heard): string | null {
  if (status >= 500) return `${status}: ${bytes.toString().slice(0, 200)}`
  if (status < 400 || bytes.length === 0) return null
  if (!String(headers['content-type']).startsWith('application/json')) return null
  const body = parsed(bytes)
  if (typeof body?.error !== 'string' || typeof body.code !== 'string') {
    return `${status} without words: ${bytes.toString().slice(0, 200)}`
  }
  return /node_modules|\bat \w+ \(/.test(bytes.toString()) ? `${status} tells of our files` : null
}

function parsed(bytes: Buffer): { error?: unknown; code?: unknown } | null {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return null
  }
}
