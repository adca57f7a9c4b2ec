import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#server/platform/context.ts'
import { item, orderBody } from '#server/testing/sample-orders.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { type Heard, jsonOf, type Target } from './target.ts'

const password = 'a shawl of kente'
const ownPassword = 'a shawl of my own'
type Jar = { id: number; price: number; stock_quantity: number }

const jsonHeaders = { 'content-type': 'application/json' }

function send(target: Target, path: string, body: object, from?: string): Promise<Heard> {
  const headers = { ...jsonHeaders, ...(from && { 'x-forwarded-for': from }) }
  return target.ask('POST', path, { headers, body: JSON.stringify(body) })
}

/** More than the shop takes for one account before it slows down whoever it does not know. */
const enoughGuesses = 150

/** `size` wrong passwords for one account, each from another address; a tenth of them from a few that come again. */
export const passwordGuesses: Attack = async (target, size, dice) => {
  const tally = openTally()
  const { email, home, device } = await openAccount(target, dice)
  const guesses = Array.from({ length: Math.max(size, enoughGuesses) }, (_, n) => n)
  let refused = 0
  await inHands(4, guesses, async (n) => {
    const from = n % 10 === 0 ? `10.9.9.${n % 30}` : undefined
    const { status, ms } = await send(target, '/api/auth/signin', { email, password: `guess ${n}` }, from)
    tally.count('a guess', ms)
    if (status === 429) refused++
    else if (status !== 401) tally.fail(`guess ${n} → ${status}`)
  })
  const enter = async (who: string, wanted: number, from: string, login: object) => {
    const { status, ms } = await send(target, '/api/auth/signin', { email, ...login }, from)
    tally.count(who, ms)
    if (status !== wanted) tally.fail(`${who} → ${status} instead of ${wanted}`)
  }
  await enter('the owner on a known phone, elsewhere', 200, '10.8.0.1', { password, device })
  await enter('the owner at home, on a new phone', 200, home, { password })
  await enter('the owner anywhere, on a new phone', 200, '10.8.0.2', { password })
  await enter('a stranger who is wrong once more', 401, '10.8.0.3', { password: 'one more guess' })
  await enter('the same stranger, who now has it right', 429, '10.8.0.3', { password })
  return tally.outcome(`; ${refused} guesses refused unheard`)
}

async function openAccount(target: Target, dice: Random) {
  const email = `owner-${dice.uuid()}@example.com`
  const device = dice.secret(16)
  const home = `10.7.0.${dice.below(250)}`
  await send(target, '/api/auth/signup', { email, password }, home)
  const { status } = await send(target, '/api/auth/signin', { email, password, device }, home)
  if (status !== 200) throw new Error(`The owner cannot sign in at first → ${status}`)
  return { email, device, home }
}

/** `size` strangers who sign up with somebody else's e-mail and wait inside for its owner. */
export const hijackedAccounts: Attack = async (target, size, dice) => {
  const tally = openTally()
  const products = jsonOf<Jar[]>(await target.ask('GET', '/api/products'))
  const [jar] = products.toSorted((one, other) => other.stock_quantity - one.stock_quantity)
  if (jar === undefined) throw new Error('The shop has nothing to sell')
  const turns = Array.from({ length: size }, (_, n) => n)
  await inHands(2, turns, async (n) => {
    const email = `victim-${dice.uuid()}@example.com`
    const order = orderBody([{ ...item(jar.id), price_per_item: jar.price }], {
      customer_email: email,
      customer_phone: `024 ${1_000_000 + dice.below(8_999_999)}`,
    })
    await send(target, '/api/orders', order)
    const started = performance.now()
    await send(target, '/api/auth/signup', { email, password })
    const hijacker = await send(target, '/api/auth/signin', { email, password })
    const { token } = jsonOf<{ token: string }>(hijacker)
    const see = async (what: string, wanted: number) => {
      const answer = await target.ask('GET', `/api/orders/user/${email}`, { token })
      if (answer.status !== wanted)
        tally.fail(`${what}: the stranger → ${answer.status} instead of ${wanted}`)
      else if (wanted === 200 && jsonOf<{ orders: object[] }>(answer).orders.length > 0)
        tally.fail(`${what}: the stranger reads the owner’s orders`)
    }
    await see('before the mail', 200)
    const link = await linkTo(target, email, 'confirm-email')
    await target.ask('GET', `/confirm-email?token=${link}`)
    await see('after the mail was opened', 200)
    // Half of the owners press the button, which asks for a password of their own; the others ask for a new one.
    if (n % 2 === 0) {
      const pressed = await send(target, '/api/auth/confirm-email', { token: link })
      if (pressed.status !== 409) tally.fail(`a press where the account was not made → ${pressed.status}`)
      await send(target, '/api/auth/confirm-email', { token: link, password: ownPassword })
    } else await chooseOwnPassword(target, email)
    await see('after its owner came', 401)
    const { status } = await send(target, '/api/auth/signin', { email, password })
    if (status !== 401) tally.fail(`the stranger’s password after the owner’s own → ${status}`)
    tally.count('a stranger in somebody’s account', performance.now() - started)
  })
  return tally.outcome()
}

async function chooseOwnPassword(target: Target, email: string): Promise<void> {
  await send(target, '/api/auth/forgot-password', { email })
  const token = await linkTo(target, email, 'reset-password')
  await send(target, '/api/auth/reset-password', { token, password: ownPassword })
}

/** As the owner of the mailbox reads it. */
async function linkTo(target: Target, email: string, page: string): Promise<string> {
  const link = new RegExp(`/${page}\\?token=([\\w-]+)`)
  for (let looks = 0; looks < 600; looks++) {
    for (const mail of await target.listMails(email)) {
      const secret = link.exec(mail)?.[1]
      if (secret) return secret
    }
    await wait(100)
  }
  throw new Error(`No mail with /${page} came to ${email}`)
}
