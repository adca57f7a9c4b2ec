import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWhole } from './file-store.ts'
import { sha256 } from './hash.ts'

export type Mailer = {
  send(mail: Mail): Promise<void>
}

type MailerOptions = {
  smtpUrl?: string | undefined
  from: string
  outboxFolder: string
  clock: () => Date
  newId: () => string
}

/** With a mail server mails are sent; without one they become files that a person can read. */
export function openMailer(options: MailerOptions): Mailer {
  return options.smtpUrl ? openSmtpMailer(options.smtpUrl, options) : openFolderMailer(options)
}

const noOutsideContent = { disableFileAccess: true, disableUrlAccess: true }

function openSmtpMailer(smtpUrl: string, { from, newId }: MailerOptions): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    // A password never crosses the network in the clear.
    requireTLS: URL.parse(smtpUrl)?.password !== '',
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 30_000,
    ...noOutsideContent,
  })
  return {
    async send(mail) {
      await transport.sendMail(messageFor(mail, from, mailId(mail, newId)))
    },
  }
}

function openFolderMailer({ outboxFolder, from, clock, newId }: MailerOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, ...noOutsideContent })
  return {
    async send(mail) {
      const id = mailId(mail, newId)
      const at = clock()
      const { message } = await composer.sendMail({ ...messageFor(mail, from, id), date: at })
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      if ((await readdir(outboxFolder)).some((name) => name.endsWith(`-${id}.eml`))) return
      const path = join(outboxFolder, `${at.toISOString().replace(/[:.]/g, '-')}-${id}`)
      await writeWhole(`${path}.txt`, Buffer.from(plainForm(mail, from, at)))
      await writeWhole(`${path}.eml`, message as Buffer)
    },
  }
}

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  /** Whom an answer reaches, when that is not the sender. */
  replyTo?: string
  /** The same key is the same mail, however often it is sent. */
  idempotencyKey?: string
  /** Where its reader ends such mails: a page, and an address that mail programs call at one press. */
  unsubscribe?: { page: string; oneClick: string }
}

/** A mail as the mail library takes it, after everything that could start a new header has been refused or removed. */
function messageFor(mail: Mail, from: string, id: string) {
  return {
    from,
    to: { name: '', address: oneAddress(mail.to) },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: oneAddress(mail.replyTo) } }),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    textEncoding: 'quoted-printable' as const,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  }
}

/** By RFC 2369 and RFC 8058. */
function unsubscribeHeaders({ unsubscribe }: Mail): Record<string, string> {
  if (unsubscribe === undefined) return {}
  const addresses = [unsubscribe.oneClick, unsubscribe.page].map((url) => `<${oneLine(url)}>`)
  return {
    'List-Unsubscribe': addresses.join(', '),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function mailId(mail: Mail, newId: () => string): string {
  if (mail.idempotencyKey === undefined) return newId()
  return sha256(mail.idempotencyKey, 'hex').slice(0, 32)
}

/** The mail without its encoding, for a person who looks into the folder. */
function plainForm(mail: Mail, from: string, at: Date): string {
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
