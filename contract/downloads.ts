import { z } from 'zod'

/** Goes behind the address of a file that only the staff may have; good for one download within a minute. */
export const downloadTicketResponse = z.object({ ticket: z.string() })

export const ticketField = {
  ticket: z.string().max(100).optional().describe('Instead of the sign-in: from POST /api/downloads'),
}

export type DownloadTicketResponse = z.infer<typeof downloadTicketResponse>
