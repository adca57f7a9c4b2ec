import { expect } from 'vitest'
import { type AccessRow, accessTable } from './access-table.ts'
import { demotedToken, type Method, type TestShop, worthlessTokens } from './test-shop.ts'

const everyMethod: Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

export function methodsOf({ route }: AccessRow): Method[] {
  return route.startsWith('ANY ')
    ? everyMethod
    : everyMethod.filter((method) => route.startsWith(`${method} `))
}

export function addressOf({ route, address }: AccessRow): string {
  return address ?? route.replace(/^\w+ /, '').replace('*', 'nothing').replaceAll(/:\w+/g, '1')
}

/**
 * One route of each method for everybody who may call it. Who somebody is is found out in one place, before any route: what holds
 * for these holds for all. `npm run faults -- every-route` asks all of them.
 */
export const oneOfEachAccess = accessTable.filter((row, index) => {
  const kindOf = (each: AccessRow) => `${methodsOf(each)} ${Object.values(each.answers)}`
  return accessTable.findIndex((each) => kindOf(each) === kindOf(row)) === index
})

async function statusOf(world: TestShop, row: AccessRow, token: string | undefined): Promise<string> {
  const [method = 'GET'] = methodsOf(row)
  const { status } = await world.ask(method, addressOf(row), { token, body: row.body })
  return `${row.route}: ${status}`
}

export async function expectLikeVisitor(world: TestShop, rows: AccessRow[]): Promise<void> {
  for (const [kind, token] of Object.entries(await worthlessTokens(world))) {
    for (const row of rows)
      expect([kind, await statusOf(world, row, token)]).toEqual([
        kind,
        `${row.route}: ${row.answers.visitor}`,
      ])
  }
}

export async function expectLikeCustomer(world: TestShop, rows: AccessRow[]): Promise<void> {
  for (const role of ['isAdmin', 'isManager', 'isHelper', 'isDriver'] as const) {
    const token = await demotedToken(world, role)
    for (const row of rows.filter(({ route }) => route !== 'POST /api/auth/signout'))
      expect(await statusOf(world, row, token)).toBe(`${row.route}: ${row.answers['other customer']}`)
  }
}

export async function expectHeadLikeGet(world: TestShop, rows: AccessRow[]): Promise<void> {
  for (const actor of ['visitor', 'customer', 'admin'] as const) {
    const token = actor === 'visitor' ? undefined : (await world.signedInAs(actor)).token
    for (const row of rows.filter(({ route }) => route.startsWith('GET '))) {
      const { status, body } = await world.ask('HEAD', addressOf(row), { token })
      expect(`${actor}: ${row.route}: ${status}`).toBe(`${actor}: ${row.route}: ${row.answers[actor]}`)
      expect(body).toBe('')
    }
  }
}
