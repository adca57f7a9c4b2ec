import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { type FakeResponse, openFailingServer } from './fake-server.ts'

type Received = { title: string; body: string; path: string; tag: string }

/** A service of a browser's maker, and the browsers behind it: they read what was written for them. */
export async function openFakePush() {
  const phones = new Map<string, ReturnType<typeof makeBrowser>>()
  const messages: { phone: string; message: Received; headers: Record<string, unknown> }[] = []
  let answer: FakeResponse = { status: 201 }
  const server = await openFailingServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    const phone = request.url ?? ''
    const { status } = answer
    const browser = phones.get(phone)
    if (status < 300 && browser) {
      const message = JSON.parse(browser.read(Buffer.concat(pieces)))
      messages.push({ phone, message, headers: { ...request.headers } })
    }
    response.writeHead(status, { connection: 'close' }).end()
  })
  return {
    ...server,
    messages,
    /** What the service says from now on. */
    answerWith: (status: number) => {
      answer = { status }
    },
    addPhone(name: string) {
      const browser = makeBrowser()
      phones.set(`/${name}`, browser)
      return { endpoint: `${server.url}/${name}`, p256dh: browser.p256dh, auth: browser.auth }
    },
  }
}

/** The other side of RFC 8291. */
function makeBrowser() {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const derive = (input: Buffer, salt: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', input, salt, info, length))
  return {
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 86)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
      const input = derive(pair.computeSecret(sender), auth, info, 32)
      const key = derive(input, salt, 'Content-Encoding: aes128gcm\0', 16)
      const nonce = derive(input, salt, 'Content-Encoding: nonce\0', 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(body.subarray(-16))
      const plain = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()])
      return plain.subarray(0, -1).toString('utf8')
    },
  }
}
