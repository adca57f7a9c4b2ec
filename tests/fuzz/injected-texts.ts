import { checkInvariants } from '#server/features/orders/invariants.ts'
import { listRoutes } from './described-routes.ts'
import { findsOf, leaveThingsToFind } from './found-things.ts'
import { injectionTexts } from './injection-texts.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally, type Tally } from './part.ts'
import { type Heard, jsonOf } from './target.ts'
import { openSlot, type Slot, slotsOf } from './text-slots.ts'

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
