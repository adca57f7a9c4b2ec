import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashToken } from '#server/features/accounts/sessions.ts'
import { sessions } from '#server/features/accounts/tables.ts'
import { checkInvariants } from '#server/features/orders/invariants.ts'
import { accessTable } from '#server/testing/access-table.ts'
import type { Schema } from '#server/testing/fuzz-values.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { writeForm } from './broken-forms.ts'
import { addressOf, listRoutes, type Route } from './described-routes.ts'
import { injectionTexts } from './injection-texts.ts'
import { faultOf } from './judge.ts'
import { type Attack, askPatiently, inHands, openTally, type Tally } from './part.ts'
import { placesIn } from './schema-calls.ts'
import { type Heard, isSignedOut, jsonOf, type Question, type Role, type Target } from './target.ts'
import { firstOrder, validFile, validValue } from './valid-values.ts'

type Send = (text: string) => Promise<Heard>

/** Whatever is written in any text of any route is answered like a harmless text that is as long. */
export const injectedTexts: Attack = async (target, size, dice) => {
  const tally = openTally()
  const slots = (await listRoutes(target)).flatMap(slotsOf)
  const driver = await leaveThingsToFind(target)
  let searches = 0
  await inHands(8, slots, async (slot, pocket) => {
    if (!pocket.has('driver')) pocket.set('driver', driver)
    const send = await openSlot(target, slot, pocket, tally.countReturn)
    const expected = new Map<string, string>()
    for (const text of chosen(size, dice.below)) {
      await compareLooks(slot, text, send, expected, tally)
      if (!isSearch(slot, text)) continue
      searches++
      await compareFinds(slot, text, send, tally)
    }
  })
  for (const broken of await checkInvariants(target.context.db)) tally.fail(`afterwards: ${broken}`)
  return tally.outcome(`; ${slots.length} places; ${searches} searches compared by what they find`)
}

function chosen(size: number, below: (bound: number) => number): readonly string[] {
  if (size >= injectionTexts.length) return injectionTexts
  return Array.from({ length: size }, () => injectionTexts[below(injectionTexts.length)] ?? '')
}

const describe = ({ route, where, name }: Slot, text: string) =>
  `${route.name} ${where} ${name} = ${JSON.stringify(text)}`

/** What one route stores, another may find: harmless words to store are not those to look for. */
function harmlessText({ where }: Slot, text: string): string {
  return (where === 'body' ? 'a' : 'z').repeat(text.length)
}

async function compareLooks(
  slot: Slot,
  text: string,
  send: Send,
  expected: Map<string, string>,
  tally: Tally,
): Promise<void> {
  const what = describe(slot, text)
  const letters = harmlessText(slot, text)
  const harmless = async () => lookOf(await send(letters))
  const answer = await send(text)
  tally.count(what, answer.ms)
  const fault = faultOf(answer) ?? meddlingIn(answer)
  if (fault !== null) tally.fail(`${what} → ${fault}`)
  const known = expected.get(letters) ?? (await harmless())
  expected.set(letters, known)
  if (isLike(answer, known, slot, text)) return
  // The shop itself may have changed between the two, so both are asked once more.
  const [again, now] = [await send(text), await harmless()]
  expected.set(letters, now)
  if (!isLike(again, now, slot, text))
    tally.fail(`${what} → ${lookOf(again)}, but a harmless text gets ${now}`)
}

/** Nobody in the shop is called that; what finds something after it was not read as a text. */
const nobody = 'zqxjzqxj'

async function compareFinds(slot: Slot, text: string, send: Send, tally: Tally): Promise<void> {
  const find = async () => {
    const answer = await send(nobody + text)
    const harmless = findsOf(await send(nobody + harmlessText(slot, text)))
    return { finds: answer.status < 400 ? findsOf(answer) : harmless, harmless }
  }
  const first = await find()
  const { finds, harmless } = first.finds === first.harmless ? first : await find()
  if (finds !== harmless) {
    tally.fail(`${describe(slot, nobody + text)} → finds ${finds}, but a harmless text ${harmless}`)
  }
}

/** A ticket looks for nothing. The search of the orders reads patterns, in which a bar means "or". */
function isSearch({ route, where, name }: Slot, text: string): boolean {
  const isPattern = name === 'q' && /^\/api\/orders(\.csv)?$/.test(route.path) && text.includes('|')
  return where === 'query' && name !== 'ticket' && !isPattern
}

/** Status, code and the names in the answer: what must not depend on the words of a text. */
function lookOf(answer: Heard): string {
  if (!String(answer.headers['content-type']).startsWith('application/json')) return String(answer.status)
  const body = jsonOf<object | null>(answer)
  const code =
    body && 'code' in body
      ? body.code
      : Object.keys(body ?? {})
          .sort()
          .join()
  return `${answer.status} ${Array.isArray(body) ? 'list' : code}`
}

function isLike(answer: Heard, harmless: string, { route, name }: Slot, text: string): boolean {
  const look = lookOf(answer)
  // A line break or an unprintable sign may be refused where letters are taken.
  const isRefused = look === '400 invalid_input' && /[^ -~]/.test(text)
  // In a form, yes and a list are texts as well, and some texts are an address on the web where letters are none.
  const isValue = route.files !== null && /^(?:true|\[\])$/.test(text)
  const isAddress = /^(?:PUT .api.settings settings.social|PUT .api.profile website)/.test(
    `${route.name} ${name}`,
  )
  const isTaken = (isValue || isAddress) && answer.status === (route.method === 'POST' ? 201 : 200)
  return look === harmless || isRefused || isTaken || answer.status === 429
}

function meddlingIn({ headers, bytes, ms }: Heard): string | null {
  if ('x-injected' in headers) return 'wrote a header'
  if (/root:x:0|9801547/.test(bytes.toString())) return `was carried out: ${bytes.toString().slice(0, 200)}`
  return ms > 15_000 ? 'made the shop wait' : null
}

/** One place of one route into which a text can be written. */
type Slot = { route: Route; where: string; name: string }

/** These end the very account that asks. */
const endsTheCaller = ['/api/auth/signout', '/api/account/delete', '/api/account/sessions']

function slotsOf(route: Route): Slot[] {
  if (route.path === '/api' || route.path === '/api/{*}' || endsTheCaller.includes(route.path)) return []
  const inAddress = route.parameters.filter(({ schema }) => isText(schema))
  const places = route.body ? placesIn(route.body, validValue(route.name, route.body, 1)) : []
  return [
    ...inAddress.map(({ in: where, name }) => ({ route, where, name })),
    ...places.filter(({ schema }) => isText(schema)).map(({ name }) => ({ route, where: 'body', name })),
  ]
}

function isText(schema: Schema = {}): boolean {
  const kinds = [schema, ...(schema.anyOf ?? [])]
  return kinds.some(({ type, enum: words }) => [type].flat().includes('string') && words === undefined)
}

/** Sends texts in this place, as somebody who may; who is in the pocket asks again and again. */
async function openSlot(
  target: Target,
  slot: Slot,
  pocket: Map<string, string>,
  onReturn: () => void,
): Promise<(text: string) => Promise<Heard>> {
  // One jar for all would make every order wait for the others.
  const jar = Number(pocket.get('jar') ?? (await shelve(target.context, { stock: 1_000_000 })))
  pocket.set('jar', String(jar))
  const role = roleFor(slot.route)
  return async (text) => {
    const token = pocket.get(role) ?? (await target.newPerson(role))
    const question = { ...questionOf(slot, text, jar), token }
    const answer = await askPatiently(target, [slot.route.method, addressFor(slot, text), question], onReturn)
    // Whoever was signed out, or has done too much, is followed by somebody else.
    if (isSignedOut(answer) || answer.status === 429) pocket.delete(role)
    else pocket.set(role, token)
    return answer
  }
}

/** An admin, except where only drivers get past the door. */
function roleFor({ name }: Route): Role {
  const row = accessTable.find(({ route }) => route.replaceAll(/:(\w+)/g, '{$1}') === name)
  return row?.answers.admin === 403 && row.answers.driver !== 403 ? 'driver' : 'admin'
}

function addressFor({ route, where, name }: Slot, text: string): string {
  const other = route.path.startsWith('/api/orders/') ? String(firstOrder) : '1'
  const values = (place: string) =>
    Object.fromEntries(
      route.parameters
        .filter(({ in: at, name: each }) => at === place && (place === 'path' || each === name))
        .map(({ name: each }) => [each, place === where && each === name ? text : other]),
    )
  return addressOf(route.path, values('path'), values('query'))
}

function questionOf({ route, where, name }: Slot, text: string, jar: number): Question {
  // A key that somebody sent before is answered like that call, so each ends with a word of its own.
  const key = `${text.replaceAll(/[^ -~]/g, '?')} ${randomUUID()}`
  const headers = where === 'header' ? { [name]: key } : {}
  if (!route.body) return { headers }
  const good = validValue(route.name, route.body, jar)
  const place = where === 'body' && placesIn(route.body, good).find((each) => each.name === name)
  const body = place ? place.fill(text) : good
  if (route.files) {
    const files = Object.fromEntries(route.files.map((each) => [each, validFile(each)]))
    const form = writeForm(Object(body), files)
    return { headers: { ...headers, ...form.headers }, body: form.body }
  }
  return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** A reader, a message and an order of a driver, so that a search which finds everything finds something. Gives the driver's token. */
async function leaveThingsToFind(target: Target): Promise<string> {
  const jar = await shelve(target.context)
  const token = await target.newPerson('admin')
  const send = async (name: string, body: object) => {
    const [method = '', path = ''] = name.split(' ')
    const headers = { 'content-type': 'application/json' }
    const answer = await target.ask(method, path, { token, headers, body: JSON.stringify(body) })
    if (answer.status >= 400) throw new Error(`${name} was answered ${answer.status}: ${answer.bytes}`)
    return answer
  }
  for (const name of ['POST /api/newsletter', 'POST /api/contact'])
    await send(name, validValue(name, {}, jar))
  const order = await send('POST /api/orders', validValue('POST /api/orders', {}, jar))
  const driver = await target.newPerson('driver')
  const [session] = await target.context.db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.token, hashToken(driver)))
  const orderIds = [jsonOf<{ id: number }>(order).id]
  await send('PUT /api/orders/drivers', { order_ids: orderIds, driver_id: session?.userId })
  return driver
}

/** How much an answer found: the items of its lists, the lines of its file, and how many there are in all. */
function findsOf({ status, headers, bytes }: Heard): string {
  const said = bytes.toString()
  const isJson = String(headers['content-type']).startsWith('application/json')
  const things = isJson ? listsIn(JSON.parse(said)).map(({ length }) => length) : [said.split('\n').length]
  return `${status}: ${things.join()} of ${headers['x-total-count'] ?? 'as many'}`
}

function listsIn(body: unknown): unknown[][] {
  if (Array.isArray(body)) return [body]
  return Object.values(Object(body)).filter((value) => Array.isArray(value))
}
