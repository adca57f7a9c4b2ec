import { problemFromAnswer } from '../data/api-problem.ts'
import { readToken } from '../data/token.ts'

/** The call carries the sign-in, which an ordinary link could not; so the file is fetched first and then saved. */
export async function downloadFile(path: string): Promise<void> {
  const response = await fetch(path, {
    headers: { authorization: `Bearer ${readToken() ?? ''}` },
    credentials: 'omit',
  })
  if (!response.ok) throw problemFromAnswer(response.status, await response.json().catch(() => null))
  const address = URL.createObjectURL(await response.blob())
  const link = { href: address, download: nameIn(response.headers.get('content-disposition')) }
  Object.assign(document.createElement('a'), link).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function nameIn(header: string | null): string {
  return /filename="([^"]+)"/.exec(header ?? '')?.[1] ?? 'list.csv'
}
