import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTestClock } from '../testing/clock-and-random.ts'
import { openMailer } from './mailer.ts'

const hello = {
  to: 'ama@example.com',
  subject: 'Welcome',
  text: 'Open https://shop.example.com/?a=1&b=2 GH₵',
  html: '<b>Hi</b>',
}

async function folderMailer() {
  const folder = await mkdtemp(join(tmpdir(), 'mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const outboxFolder = join(folder, 'outbox')
  let made = 0
  const clock = openTestClock('2026-03-04T05:06:07.890Z')
  const mailer = openMailer({
    from: 'The Shop <hello@example.com>',
    outboxFolder,
    clock,
    newId: () => `id${++made}`,
  })
  const read = async (ending: string) => {
    const names = (await readdir(outboxFolder)).filter((name) => name.endsWith(ending))
    return Promise.all(names.map((name) => readFile(join(outboxFolder, name), 'utf8')))
  }
  return { mailer, clock, outboxFolder, read }
}

test('without a mail server a mail becomes a whole e-mail and a readable text in the outbox folder', async () => {
  const { mailer, outboxFolder, read } = await folderMailer()
  await mailer.send(hello)
  expect((await readdir(outboxFolder)).sort()).toEqual([
    '2026-03-04T05-06-07-890Z-id1.eml',
    '2026-03-04T05-06-07-890Z-id1.txt',
  ])
  const [email] = await read('.eml')
  expect(email).toMatch(/^From: The Shop <hello@example.com>\r?\nTo: ama@example.com\r?\nSubject: Welcome/m)
  expect(email).toContain('Date: Wed, 04 Mar 2026 05:06:07 +0000')
  expect(email).toContain('Message-ID: <id1@example.com>')
  expect(email).toContain('text/plain')
  expect(email).toContain('<b>Hi</b>')
  const [text] = await read('.txt')
  expect(text).toContain('Subject: Welcome\n\nOpen https://shop.example.com/?a=1&b=2 GH₵')
})

test('only the owner of the folder can read the mails', async () => {
  const { mailer, outboxFolder } = await folderMailer()
  await mailer.send(hello)
  expect((await stat(outboxFolder)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(outboxFolder)) {
    expect((await stat(join(outboxFolder, name))).mode & 0o777).toBe(0o600)
  }
})

test('a mail with the same key is written once, mails without a key every time', async () => {
  const { mailer, clock, read } = await folderMailer()
  for (const idempotencyKey of ['order-1', 'order-1', 'order-2', undefined, undefined]) {
    clock.forward({ seconds: 1 })
    await mailer.send({ ...hello, ...(idempotencyKey ? { idempotencyKey } : {}) })
  }
  expect(await read('.eml')).toHaveLength(4)
})

test.each([
  'ama@example.com, kofi@example.com',
  'ama@example.com\r\nBcc: kofi@example.com',
  'ama@example.com\nBcc:kofi@example.com',
  'Ama <ama@example.com>',
  'ama@example.com;kofi@example.com',
  'nobody',
  '',
  `${'a'.repeat(320)}@example.com`,
])('no mail goes to %j', async (to) => {
  const { mailer, outboxFolder } = await folderMailer()
  await expect(mailer.send({ ...hello, to })).rejects.toThrow('exactly one address')
  await expect(readdir(outboxFolder)).rejects.toThrow()
})

test('a subject cannot start a new header', async () => {
  const { mailer, read } = await folderMailer()
  await mailer.send({ ...hello, subject: 'Hi\r\nBcc: kofi@example.com\u2028X-Evil: 1' })
  for (const text of [...(await read('.eml')), ...(await read('.txt'))]) {
    expect(text).not.toMatch(/^(Bcc|X-Evil):/m)
    expect(text).toContain('Subject: Hi Bcc: kofi@example.com X-Evil: 1')
  }
})

test('with a mail server the e-mail is handed over to it', async () => {
  const { port, received } = await mailServer()
  await openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'hello@example.com',
    outboxFolder: '/nowhere',
    clock: () => new Date(),
    newId: () => 'id1',
  }).send(hello)
  expect(received).toContain('MAIL FROM:<hello@example.com>')
  expect(received).toContain('RCPT TO:<ama@example.com>')
  expect(received).toContain('Subject: Welcome')
})

test('a mail server without encryption never learns the password', async () => {
  const { port, received } = await mailServer()
  const mailer = openMailer({
    smtpUrl: `smtp://user:s3cr3t@127.0.0.1:${port}`,
    from: 'hello@example.com',
    outboxFolder: '/nowhere',
    clock: () => new Date(),
    newId: () => 'id1',
  })
  await expect(mailer.send(hello)).rejects.toThrow()
  expect(received.join()).not.toContain('AUTH')
})

const answers: Record<string, string> = {
  EHLO: '250-test\r\n250 AUTH PLAIN',
  STARTTLS: '502 no',
  AUTH: '235 ok',
  DATA: '354 go',
  QUIT: '221 bye',
}

/** Speaks just enough of the mail protocol to take one e-mail. */
async function mailServer() {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let takingMail = false
    socket.write('220 test\r\n')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk) => {
      const lines = chunk.toString().split('\r\n').filter(Boolean)
      received.push(...lines)
      for (const line of lines) {
        if (takingMail && line !== '.') continue
        takingMail = line === 'DATA'
        socket.write(`${answers[line.split(' ')[0] ?? ''] ?? '250 ok'}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, received }
}
