import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { officeRoles, pageRight, roleMay } from '#rules/rights.ts'
import { type PageAccess, type PageRow, pageTable } from '../testing/access-table.ts'
import { openPageWorld } from '../testing/every-page.ts'

const world = await openPageWorld()
afterAll(world.close)
const { app, tokens, addressOf } = world

const plan = readFileSync('app/routes.ts', 'utf8')
const [, frame = ''] = /layout\('([^']+)'/.exec(plan) ?? []

/** Each route of the pages with the files that show it; those further in stand in the frame of the back office. */
const shown = [...plan.matchAll(/^( +)(?:route\('([^']+)', |index\()'([^']+)'[),]/gm)].map(
  ([, space = '', route = '', file = '']) => ({ route, files: space.length > 2 ? [frame, file] : [file] }),
)

test('every page is in the table, and the table has no other', () => {
  // The sheet of styles, which no customer sees, is the one that is written in another way.
  expect(shown).toHaveLength((plan.match(/\b(?:route|index)\(/g)?.length ?? 0) - 1)
  expect(pageTable.map(({ route }) => route).sort()).toEqual(shown.map(({ route }) => route).sort())
})

/** How the guard of each access is written in the page or in the frame around it. */
const guards: Record<PageAccess, RegExp> = {
  anyone: /^(?!.*Guard\b)/s,
  signed_in: /<SignedInGuard>/,
  driver: /<DriverGuard>/,
  helper: /<OfficeGuard\b/,
  manager: /<OfficeGuard\b/,
  admin: /<OfficeGuard\b/,
}

test('every page stands behind the guard of the table', () => {
  for (const { route, access } of pageTable) {
    const files = shown.find((page) => page.route === route)?.files ?? []
    const text = files.map((file) => readFileSync(`app/${file}`, 'utf8')).join('\n')
    expect([route, access, guards[access].test(text)]).toEqual([route, access, true])
  }
})

test('the guard of the back office lets in whom the table names, and everybody above', () => {
  const ranks: readonly PageAccess[] = officeRoles
  for (const row of pageTable) {
    const { route, access } = row
    const lowest = ranks.indexOf(access)
    if (lowest < 0) continue
    const allowed = officeRoles.filter((role) => roleMay(role, pageRight(addressOf(row))))
    expect([route, allowed]).toEqual([route, officeRoles.slice(lowest)])
  }
})

const isFirstOfAccess = ({ access }: PageRow, index: number) =>
  pageTable.findIndex((row) => row.access === access) === index

/** Everybody looks at the first page of each access, and an admin at all others. */
function whoLooks(row: PageRow, index: number): string[] {
  return isFirstOfAccess(row, index) ? Object.keys(tokens) : ['admin']
}

test('the server shows everybody the same page, whatever token comes along: what is somebody’s own comes through the API alone', async () => {
  for (const [index, row] of pageTable.entries()) {
    const address = addressOf(row)
    const visitor = await world.look(address)
    expect([address, visitor.statusCode]).toEqual([address, row.status])
    expect([address, /@example\.com|Kofi|Mensah/.test(visitor.body)]).toEqual([address, false])
    const isWaiting = visitor.body.includes('Loading authentication...')
    expect([address, isWaiting]).toEqual([address, row.access !== 'anyone'])
    await world.expectSameFor(whoLooks(row, index), row, visitor.body)
  }
})

test('an address below the back office that is no page of it is not found, in its frame', async () => {
  const { statusCode, body } = await world.look('/admin/nonsense')
  expect([statusCode, /<title>Page Not Found/.test(body)]).toEqual([404, true])
  expect(body).toContain('Loading authentication...')
})

test('what the browser fetches for a page when it goes there by itself is the same for everybody, too', async () => {
  const own = pageTable.filter((row, index) => isFirstOfAccess(row, index) || /^(pay|user)/.test(row.route))
  for (const row of own) {
    const address = row.route === '' ? '/_root.data' : `${addressOf(row)}.data`
    const [visitor, admin] = [
      await app.inject(address),
      await app.inject({ url: address, headers: { authorization: `Bearer ${tokens.admin}` } }),
    ]
    expect([address, admin.statusCode, admin.body === visitor.body]).toEqual([
      address,
      visitor.statusCode,
      true,
    ])
    expect([address, /@example\.com|Kofi|Mensah/.test(admin.body)]).toEqual([address, false])
  }
})
