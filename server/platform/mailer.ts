import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { writeWhole } from './atomic-write.ts'
import { letterFor, type Mail, mailId, plainForm } from './mail-letter.ts'

export type Mailer = {
  send(mail: Mail): Promise<void>
}

export type MailerOptions = {
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
      await transport.sendMail(letterFor(mail, from, mailId(mail, newId)))
    },
  }
}

function openFolderMailer({ outboxFolder, from, clock, newId }: MailerOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, ...noOutsideContent })
  return {
    async send(mail) {
      const id = mailId(mail, newId)
      const at = clock()
      const { message } = await composer.sendMail({ ...letterFor(mail, from, id), date: at })
      await mkdir(outboxFolder, { recursive: true, mode: 0o700 })
      if ((await readdir(outboxFolder)).some((name) => name.endsWith(`-${id}.eml`))) return
      const path = join(outboxFolder, `${at.toISOString().replace(/[:.]/g, '-')}-${id}`)
      await writeWhole(`${path}.txt`, Buffer.from(plainForm(mail, from, at)))
      await writeWhole(`${path}.eml`, message as Buffer)
    },
  }
}
