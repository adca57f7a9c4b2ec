import { item, orderBody } from '#server/testing/sample-orders.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { jsonOf, type Target } from './target.ts'

type Jar = { id: number; price: number; stock_quantity: number }

const jsonHeaders = { 'content-type': 'application/json' }

/** Behind one address, as many phones of one operator are. */
const shared = '10.6.0.1'

/** `size` tracking codes and as many numbers of orders, one after the other, from one address and from many. */
export const countedCodes: Attack = async (target, size, dice) => {
  const tally = openTally()
  const { id, tracking_code: code } = await placeOrder(target)
  const customer = await target.newPerson('customer')
  const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
  const start = dice.below(1_000_000)
  const nthCode = (n: number) =>
    Array.from({ length: 6 }, (_, place) => letters[Math.floor((start + n) / 32 ** place) % 32]).join('')
  let refused = 0
  await inHands(
    4,
    Array.from({ length: size }, (_, n) => n),
    async (n) => {
      const guess = nthCode(n)
      const headers = n % 2 === 0 ? { 'x-forwarded-for': shared } : {}
      const looked = await target.ask('GET', `/api/order-tracking/${guess}`, { headers })
      tally.count(`code ${guess}`, looked.ms)
      if (looked.status === 429) refused++
      else if (looked.status !== 404) tally.fail(`code ${guess} → ${looked.status}`)

      const byNumber = await target.ask('GET', `/api/orders/${id - (n % 50)}`, {
        token: n % 3 === 0 ? customer : null,
        headers,
      })
      if (![401, 403, 404, 429].includes(byNumber.status)) tally.fail(`order by number → ${byNumber.status}`)
      const pay = { orderId: id - (n % 50), amount: 1 + n, customerPhone: `024 ${1_000_000 + n}` }
      const paid = await target.ask('POST', '/api/payments/mtn_momo', {
        headers: { ...jsonHeaders, ...headers },
        body: JSON.stringify(pay),
      })
      tally.count('a payment for an order by its number', paid.ms)
      if (![404, 429].includes(paid.status)) tally.fail(`a payment for order ${pay.orderId} → ${paid.status}`)
      if (n % 20 !== 0) return
      const holder = await target.ask('GET', `/api/order-tracking/${code}`, {
        headers: { 'x-forwarded-for': shared },
      })
      tally.count('whoever has the code', holder.ms)
      if (holder.status !== 200) tally.fail(`whoever has the code, after ${n} guesses → ${holder.status}`)
      else if (/024|@|post office/.test(holder.bytes.toString()))
        tally.fail('the answer to a code has a phone number, an e-mail or a street')
    },
  )
  return tally.outcome(`; ${refused} codes refused unheard`)
}

async function placeOrder(target: Target): Promise<{ id: number; tracking_code: string }> {
  const products = jsonOf<Jar[]>(await target.ask('GET', '/api/products'))
  const jar = products.find(({ stock_quantity }) => stock_quantity > 0)
  if (jar === undefined) throw new Error('The shop has nothing to sell')
  const body = JSON.stringify(orderBody([{ ...item(jar.id), price_per_item: jar.price }]))
  const placed = await target.ask('POST', '/api/orders', { headers: jsonHeaders, body })
  if (placed.status !== 201) throw new Error(`The order was refused → ${placed.status}`)
  return jsonOf(placed)
}
