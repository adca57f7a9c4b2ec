import { randomUUID } from 'node:crypto'
import { accessTable } from '#server/http/access-table.ts'
import type { Schema } from '#server/testing/fuzz-values.ts'
import { shelve } from '#server/testing/sample-rows.ts'
import { placesIn } from './body-places.ts'
import { addressOf, type Route } from './described-routes.ts'
import { askPatiently } from './patience.ts'
import type { Role } from './people.ts'
import { type Heard, isSignedOut, type Question, type Target } from './target.ts'
import { firstOrder, validFile, validValue } from './valid-values.ts'
import { writeForm } from './written-forms.ts'

/** One place of one route into which a text can be written. */
export type Slot = { route: Route; where: string; name: string }

/** These end the very account that asks. */
const endsTheCaller = ['/api/auth/signout', '/api/account/delete', '/api/account/sessions']

export function slotsOf(route: Route): Slot[] {
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
export async function openSlot(
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
