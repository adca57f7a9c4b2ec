import { afterAll, expect, test } from 'vitest'
import type { RefusalResponse } from '#contract/refusals.ts'
import { officeRoles } from '#rules/rights.ts'
import {
  type AnswerRow,
  answerFields,
  writableFields,
  writableForms,
} from '../testing/access-table-fields.ts'
import { sumUpTables } from '../testing/database.ts'
import { describedRoutes, namesOf, once, split } from '../testing/described-api.ts'
import { uploadForm } from '../testing/forms.ts'
import { type Method, openTestShop } from '../testing/test-shop.ts'
import { officeCalls } from '../testing/valid-office-requests.ts'
import { type Caller, customerCalls, openCallWorld, type ValidRequest } from '../testing/valid-requests.ts'

/** Nobody listens there: what goes to phones only waits. */
const shop = await openTestShop({
  settings: {
    SMS_PROVIDER: 'hubtel',
    SMS_SENDER: 'AdomBeauty',
    SMS_KEY: 'client:secret',
    MESSAGE_SERVICE_URL: 'http://127.0.0.1:9',
  },
})
afterAll(shop.close)
const world = await openCallWorld(shop)
const described = await describedRoutes(shop.app)
const calls = { ...customerCalls(world), ...officeCalls(world) }

/** Every name in an answer once, with the names above it. */
function namesIn(value: unknown, above = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => namesIn(each, above))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, each]) => [
    `${above}${name}`,
    ...namesIn(each, `${above}${name}.`),
  ])
}

function columnsIn(file: string): string[] {
  const [titles = ''] = file.replace(/^\uFEFF/, '').split('\r\n')
  return titles.split(',').map((title) => title.replaceAll('"', '').replaceAll(' ', '_'))
}

test('every route of the API is in the table of answers, and the table has no other', () => {
  expect(once(answerFields.map(({ route }) => route))).toEqual(once(described.map(({ route }) => route)))
})

test('what the description of the API promises is what somebody gets according to the table', () => {
  for (const { route, operation } of described) {
    const yes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
    const promised = yes.flatMap(([, { content }]) => namesOf(content?.['application/json']?.schema ?? {}))
    // A file, or whatever the shop knows about somebody.
    if (promised.length === 0 || promised.includes('*')) continue
    const listed = answerFields.filter((row) => row.route === route).flatMap(({ names }) => split(names))
    // A post has one shape, but only its editor asks for the version.
    if (route.includes('/slug/')) listed.push('updated_at')
    expect([route, once(listed)]).toEqual([route, once(promised)])
  }
})

/** Each call comes from an address of its own, so that it runs into no limit. */
let made = 0

async function make(row: AnswerRow, who: Caller, { address, as, body, form }: ValidRequest) {
  const [method, path = ''] = row.route.split(' ')
  const url = `${address ?? path}${row.query ?? ''}`
  const token = who === 'visitor' ? undefined : (as ?? world.people[who])?.token
  const from = `10.1.${made >> 8}.${made++ & 255}`
  const sent = form ? await uploadForm(form) : { body }
  return await shop.ask<RefusalResponse>(method as Method, url, { token, ...sent, address: from })
}

function expectNames(row: AnswerRow, who: Caller, answer: Awaited<ReturnType<typeof make>>): void {
  const { status, body, headers } = answer
  expect([row.route, who, status, status < 300 ? '' : body]).toEqual([
    row.route,
    who,
    expect.toSatisfy((given: number) => given === 200 || given === 201),
    '',
  ])
  const isTable = String(headers['content-type']).startsWith('text/csv')
  const found = isTable ? columnsIn(String(body)) : namesIn(body)
  const wanted = split(row.names)
  const short = (name: string) =>
    wanted.find((each) => each.endsWith('.*') && name.startsWith(each.slice(0, -1))) ?? name
  expect([row.route, who, once(found.map(short))]).toEqual([row.route, who, wanted])
}

/** What somebody would add to a form who wants more than it gives. */
const greedy = [
  'id',
  'role',
  'is_admin',
  'is_manager',
  'is_helper',
  'is_driver',
  'user_id',
  'driver_id',
  'price',
  'stock',
  'status',
  'hidden',
  'paid_at',
  'payment_state',
  'created_at',
]

/** The same call with more in it, wherever it holds fields. */
function withMore({ form, body, ...call }: ValidRequest, extra: string[]): ValidRequest {
  if (form) return { ...call, form: [...form, ...extra.map((name) => [name, '1'] as const)] }
  const more = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(more)
    if (value === null || typeof value !== 'object') return value
    const inside = Object.entries(value).map(([name, each]) => [name, more(each)])
    return { ...Object.fromEntries(extra.map((name) => [name, true])), ...Object.fromEntries(inside) }
  }
  return { ...call, body: more(body) as object }
}

/** Of the back office the lowest role that may: all above it run the same code, which the other tests let them reach. */
function oneOfOffice({ for: callers }: AnswerRow): Caller[] {
  const [lowest] = officeRoles.filter((role) => callers.includes(role))
  return (callers as Caller[]).filter((who) => who === lowest || !officeRoles.some((role) => role === who))
}

const writes = answerFields.filter(({ route }) => !route.startsWith('GET '))

/** Every field that is not in the table is refused, and nothing of the call is done. */
async function expectNoMore(rows: readonly AnswerRow[]): Promise<void> {
  const greedyCalls = []
  for (const row of rows) {
    const [who = 'visitor'] = oneOfOffice(row)
    const call = (await calls[row.route]?.(who)) ?? {}
    const known = writableFields[row.route] ?? writableForms[row.route]?.texts ?? ''
    const extra = greedy.filter((name) => !split(known).includes(name))
    if (call.body || call.form) greedyCalls.push({ row, who, extra, call: withMore(call, extra) })
  }
  const before = await sumUpTables(shop.context)
  for (const { row, who, extra, call } of greedyCalls) {
    const { status, body } = await make(row, who, call)
    const named = Object.keys(body.fields ?? {}).map((name) => name.replace(/^.*\./, ''))
    expect([row.route, status, named]).toEqual([row.route, 400, expect.arrayContaining(extra)])
  }
  expect(greedyCalls.length).toBeGreaterThan(4)
  expect(await sumUpTables(shop.context)).toEqual(before)
}

/** Texts, numbers, roles, and forms with files. That all others are as strict is in their description: access-table-forms.test.ts. */
const oneOfEachForm = [
  'POST /api/orders',
  'PUT /api/orders/{id}',
  'PUT /api/team/{id}',
  'PUT /api/settings',
  'PUT /api/profile',
  'POST /api/products',
]

test('a field too many is refused by its name and changes nothing', () =>
  expectNoMore(writes.filter(({ route }) => oneOfEachForm.includes(route))))

test('a field too many is refused on every route', { tags: 'faults' }, () => expectNoMore(writes))

/** Makes the call of each row, and compares what comes with the table. */
async function expectTable(rows: readonly AnswerRow[], callersOf: (row: AnswerRow) => Caller[]) {
  for (const row of rows) {
    for (const who of callersOf(row))
      expectNames(row, who, await make(row, who, (await calls[row.route]?.(who)) ?? {}))
  }
}

const isFirstOfShape = ({ names }: AnswerRow, index: number, rows: readonly AnswerRow[]) =>
  rows.findIndex((each) => each.names === names) === index

/**
 * One write for each shape of an answer, by one of those who may. What is not described is cut off from every answer, and each
 * description is compared with the table above.
 */
test('whoever writes gets the fields of the table, and no other', () =>
  expectTable(writes.filter(isFirstOfShape), (row) => oneOfOffice(row).slice(0, 1)))

test('whoever writes anywhere else gets the fields of the table, too', { tags: 'faults' }, () =>
  expectTable(
    writes.filter((...each) => !isFirstOfShape(...each)),
    (row) => oneOfOffice(row).slice(0, 1),
  ),
)

test('everybody who may write gets the fields of the table, and no other', { tags: 'faults' }, () =>
  expectTable(writes, (row) => oneOfOffice(row).slice(1)),
)

const reads = answerFields.filter(({ route }) => route.startsWith('GET '))

/** The fields of a row are the same for all whom it names. Whoever is not named is turned away: access-table.test.ts and access-table-denied.test.ts ask for all of them. */
test('whoever reads gets the fields of the table, and no other', () =>
  expectTable(reads, (row) => oneOfOffice(row).slice(0, 1)))

test('everybody who may read gets the fields of the table, and no other', { tags: 'faults' }, () =>
  expectTable(reads, (row) => oneOfOffice(row).slice(1)),
)
