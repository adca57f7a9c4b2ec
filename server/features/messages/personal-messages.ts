import { eq } from 'drizzle-orm'
import type { PersonalRecords } from '../accounts/data-export-and-erasure.ts'
import { contactMessages, newsletterReaders } from './tables.ts'

/** The contact form knows people by their e-mail only, so only a proven one counts. */
export const personalMessages: PersonalRecords = {
  name: 'messages',
  list: async (db, { provenEmail }) =>
    provenEmail === null
      ? []
      : await db.select().from(contactMessages).where(eq(contactMessages.email, provenEmail)),
  forget: async (db, { provenEmail }) => {
    if (provenEmail === null) return
    await db.delete(contactMessages).where(eq(contactMessages.email, provenEmail))
  },
}

export const personalNewsletter: PersonalRecords = {
  name: 'newsletter',
  list: async (db, { provenEmail }) => {
    if (provenEmail === null) return []
    const { email, agreedAt, leftAt } = newsletterReaders
    return await db.select({ email, agreedAt, leftAt }).from(newsletterReaders).where(eq(email, provenEmail))
  },
  forget: async (db, { provenEmail }) => {
    if (provenEmail === null) return
    await db.delete(newsletterReaders).where(eq(newsletterReaders.email, provenEmail))
  },
}
