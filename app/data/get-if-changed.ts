import { type CallOptions, call } from './api.ts'

/** Null while the answer is the one with the known tag. */
export async function getIfChanged<Answer>(path: string, options: CallOptions = {}) {
  const { body, response } = await call('GET', path, options)
  if (response.status === 304) return null
  return { answer: body as Answer, tag: response.headers.get('etag') ?? undefined }
}
