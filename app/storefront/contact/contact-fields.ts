import type { ContactMessage } from '#contract/messages.ts'
import { emailMistake } from '#rules/account-fields.ts'
import { type Mistakes, onlyMistakes } from '#rules/form-mistakes.ts'

type Subject = ContactMessage['subject']

/** A list by hand keeps the shop's schemas out of the browser; a subject that the shop takes cannot be forgotten here. */
const subjects = {
  'Product Inquiry': true,
  'Order Status': true,
  'Returns & Refunds': true,
  'Wholesale Inquiry': true,
  Other: true,
} satisfies Record<Subject, true>

export const subjectOptions = Object.keys(subjects).map((subject) => ({ value: subject, label: subject }))

export const longestName = 120
export const longestMessage = 4_000

export type ContactForm = Record<'name' | 'email' | 'subject' | 'message' | 'website', string>

export function readContactForm(values: FormData): ContactForm {
  const read = (name: string) => String(values.get(name) ?? '').trim()
  return {
    name: read('name'),
    email: read('email'),
    subject: read('subject'),
    message: read('message'),
    website: read('website'),
  }
}

export function checkContactForm(form: ContactForm): Mistakes<'name' | 'email' | 'subject' | 'message'> {
  return onlyMistakes({
    name: form.name ? null : 'Name is required',
    email: emailMistake(form.email),
    subject: Object.hasOwn(subjects, form.subject) ? null : 'Please choose a subject',
    message: form.message ? null : 'Message is required',
  })
}
