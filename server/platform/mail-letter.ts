import { createHash } from 'node:crypto'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Whom an answer reaches, when that is not the sender. */
  replyTo?: string
  /** The same key is the same mail, however often it is sent. */
  idempotencyKey?: string
}

/** A mail as the mail library takes it, after everything that could start a new header has been refused or removed. */
export function letterFor(mail: Mail, from: string, id: string) {
  return {
    from,
    to: { name: '', address: oneAddress(mail.to) },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: oneAddress(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

export function mailId(mail: Mail, newId: () => string): string {
  if (mail.idempotencyKey === undefined) return newId()
  return createHash('sha256').update(mail.idempotencyKey).digest('hex').slice(0, 32)
}

/** The mail without its encoding, for a person who looks into the folder. */
export function plainForm(mail: Mail, from: string, at: Date): string {
  return [
    `From: ${from}`,
    `To: ${oneAddress(mail.to)}`,
    `Date: ${at.toISOString()}`,
    `Subject: ${oneLine(mail.subject)}`,
    '',
    mail.text,
    '',
  ].join('\n')
}

/** One address only: a comma or a line break in a form could otherwise send our mail to strangers. */
function oneAddress(to: string): string {
  if (to.length > 320 || !/^[^\s@<>()[\]\\",;:\p{Cc}]+@[^\s@<>()[\]\\",;:\p{Cc}]+$/u.test(to)) {
    throw new Error('A mail goes to exactly one address')
  }
  return to
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}

function domainOf(from: string): string {
  return from.replace(/^.*@/, '').replace(/>$/, '')
}
