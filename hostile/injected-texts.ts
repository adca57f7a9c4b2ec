import { checkInvariants } from '../server/features/orders/invariants.ts'
import { shelve } from '../server/testing/sample-rows.ts'
import type { Schema } from '../server/testing/wild-values.ts'
import { addressOf, listRoutes, type Route } from './described-routes.ts'
import { goodValue } from './good-values.ts'
import { injectionTexts } from './injection-texts.ts'
import { faultOf } from './judge.ts'
import { type Attack, inHands, openTally } from './part.ts'
import { askPatiently } from './patience.ts'
import { type Heard, isSignedOut, jsonOf, type Target } from './target.ts'

/** One place of one route into which a text can be written. */
type Slot = { route: Route; where: string; name: string }

/** Whatever is written in any text of any route is answered like a harmless text that is as long. */
export const injectedTexts: Attack = async (target, size, dice) => {
  const tally = openTally()
  const slots = (await listRoutes(target)).flatMap(slotsOf)
  await inHands(8, slots, async (slot, pocket) => {
    const expected = new Map<number, string>()
    // One jar for all would make every order wait for the others.
    const jar = Number(pocket.get('jar') ?? (await shelve(target.tools, { stock: 1_000_000 })))
    pocket.set('jar', String(jar))
    for (const text of chosen(size, dice.below)) {
      const what = `${slot.route.name} ${slot.where} ${slot.name} = ${JSON.stringify(text)}`
      const send = async (written: string) => {
        const token = pocket.get('admin') ?? (await target.newPerson('admin'))
        const answer = await ask(target, slot, written, { token, jar, onReturn: tally.countReturn })
        // Whoever was signed out, or has done too much, is followed by somebody else.
        if (isSignedOut(answer) || answer.status === 429) pocket.delete('admin')
        else pocket.set('admin', token)
        return answer
      }
      // What one route stores, another may find: harmless words to store are not those to look for.
      const letter = slot.where === 'body' ? 'a' : 'z'
      const harmless = async () => lookOf(await send(letter.repeat(text.length)))
      const answer = await send(text)
      tally.count(what, answer.ms)
      const fault = faultOf(answer) ?? meddlingIn(answer)
      if (fault !== null) tally.fail(`${what} → ${fault}`)
      const known = expected.get(text.length) ?? (await harmless())
      expected.set(text.length, known)
      if (isLike(answer, known, text)) continue
      // The shop itself may have changed between the two, so both are asked once more.
      const [again, now] = [await send(text), await harmless()]
      expected.set(text.length, now)
      if (!isLike(again, now, text)) tally.fail(`${what} → ${lookOf(again)}, but a harmless text gets ${now}`)
    }
  })
  for (const broken of await checkInvariants(target.tools.db)) tally.fail(`afterwards: ${broken}`)
  return tally.outcome(`; ${slots.length} places`)
}

function chosen(size: number, below: (bound: number) => number): readonly string[] {
  if (size >= injectionTexts.length) return injectionTexts
  return Array.from({ length: size }, () => injectionTexts[below(injectionTexts.length)] ?? '')
}

/** These end the very account that asks. */
const endsTheCaller = ['/api/auth/signout', '/api/account/delete', '/api/account/sessions']

function slotsOf(route: Route): Slot[] {
  if (route.path === '/api' || route.path === '/api/{*}' || endsTheCaller.includes(route.path)) return []
  const inAddress = route.parameters.filter(({ schema }) => isText(schema))
  const inBody = Object.entries(route.body?.properties ?? {}).filter(([, schema]) => isText(schema))
  return [
    ...inAddress.map(({ in: where, name }) => ({ route, where, name })),
    ...inBody.map(([name]) => ({ route, where: 'body', name })),
  ]
}

function isText(schema: Schema = {}): boolean {
  const kinds = [schema, ...(schema.anyOf ?? [])]
  return kinds.some(({ type, enum: words }) => [type].flat().includes('string') && words === undefined)
}

async function ask(
  target: Target,
  { route, where, name }: Slot,
  text: string,
  { token, jar, onReturn }: { token: string; jar: number; onReturn: () => void },
): Promise<Heard> {
  const values = (place: string) =>
    Object.fromEntries(
      route.parameters
        .filter(({ in: at, name: each }) => at === place && (place === 'path' || each === name))
        .map(({ name: each }) => [each, place === where && each === name ? text : '1']),
    )
  const body = route.body && {
    ...goodValue(route.name, route.body, jar),
    ...(where === 'body' ? { [name]: text } : {}),
  }
  const headers = where === 'header' ? { [name]: text.replaceAll(/[^ -~]/g, '?') } : {}
  const question = {
    token,
    headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
    body: body ? JSON.stringify(body) : undefined,
  }
  const address = addressOf(route.path, values('path'), values('query'))
  return askPatiently(target, [route.method, address, question], onReturn)
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

function isLike(answer: Heard, harmless: string, text: string): boolean {
  const look = lookOf(answer)
  // A line break or an unprintable sign may be refused where letters are taken.
  const isRefused = look === '400 invalid_input' && /[^ -~]/.test(text)
  return look === harmless || isRefused || answer.status === 429
}

function meddlingIn({ headers, bytes, ms }: Heard): string | null {
  if ('x-injected' in headers) return 'wrote a header'
  if (/root:x:0|9801547/.test(bytes.toString())) return `was carried out: ${bytes.toString().slice(0, 200)}`
  return ms > 15_000 ? 'made the shop wait' : null
}
