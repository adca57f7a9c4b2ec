import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { item, orderBody } from '#server/testing/sample-orders.ts'
import { type Attack, openTally, type Tally } from './part.ts'
import { jsonOf, type Target } from './target.ts'

const fileBytes = 14_000_000

const heading =
  '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'

/** `size` photos of one account and as many of others that never end: they come quickly, almost to the end, and then drip. */
export const slowUploads: Attack = async (target, size) => {
  const tally = openTally()
  const tokens = Array<string>(size).fill(await target.newPerson('customer'))
  for (let others = 0; others < size; others++) tokens.push(await target.newPerson('customer'))
  const lines = tokens.map((token, n) => {
    tally.count('a photo that never ends')
    return begin(target, token, n < size ? '10.0.0.1' : `10.0.1.${n}`)
  })
  const drops = setInterval(() => {
    for (const { line } of lines) line.write('x'.repeat(600))
  }, 1_000)
  for (let looks = 0; looks < 10; looks++) {
    const { status, ms } = await target.ask('GET', '/shop')
    tally.count('a visit to the shop meanwhile', ms)
    if (status !== 200) tally.fail(`a visit meanwhile → ${status}`)
    await wait(500)
  }
  await buyOne(target, tally, 'meanwhile')
  clearInterval(drops)
  const refused = lines.filter(({ heard }) => heard().startsWith('HTTP/1.1 4')).length
  for (const { line } of lines) line.destroy()
  await buyOne(target, tally, 'after they are gone')
  return tally.outcome(`; ${refused} of ${lines.length} photos refused`)
}

function begin({ port }: Target, token: string, address: string) {
  const line = connect(port, '127.0.0.1')
  let heard = ''
  line
    .on('error', () => undefined)
    .on('data', (piece) => {
      heard += piece
    })
  line.write(
    'PUT /api/profile HTTP/1.1\r\nHost: shop.example\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
      `Content-Length: ${fileBytes * 2}\r\nX-Forwarded-For: ${address}\r\nAuthorization: Bearer ${token}\r\n\r\n${heading}`,
  )
  line.write(Buffer.alloc(fileBytes, 1))
  return { line, heard: () => heard }
}

async function buyOne(target: Target, tally: Tally, when: string): Promise<void> {
  const found = await target.ask('GET', '/api/products')
  const products = jsonOf<{ id: number; price: number; stock_quantity: number }[]>(found)
  const jar = products.find(({ stock_quantity }) => stock_quantity > 0)
  if (jar === undefined) return tally.fail(`no product can be found ${when} → ${found.status}`)
  const body = orderBody([{ ...item(jar.id), price_per_item: jar.price }])
  const headers = { 'content-type': 'application/json' }
  const { status, ms, bytes } = await target.ask('POST', '/api/orders', {
    headers,
    body: JSON.stringify(body),
  })
  tally.count(`a jar that is bought ${when}`, ms)
  if (status !== 201)
    tally.fail(`a jar cannot be bought ${when} → ${status} ${bytes.toString().slice(0, 200)}`)
}
