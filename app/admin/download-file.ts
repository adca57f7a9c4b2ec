import type { DownloadTicketResponse } from '#contract/accounts.ts'
import { api } from '../data/api.ts'

/**
 * The browser saves the file by itself, piece by piece, however long it is. It cannot send the sign-in along with that, so
 * the address carries a ticket for this one file.
 */
export async function downloadFile(path: string): Promise<void> {
  const { ticket } = await api.post<DownloadTicketResponse>('/api/downloads')
  const href = `${path}${path.includes('?') ? '&' : '?'}ticket=${encodeURIComponent(ticket)}`
  Object.assign(document.createElement('a'), { href, download: '' }).click()
}
