import { afterAll, onTestFinished, test } from 'vitest'
import { accessTable, pageTable } from '#server/testing/access-table.ts'
import { openPageWorld } from '#server/testing/every-page.ts'
import { expectHeadLikeGet, expectLikeCustomer, expectLikeVisitor } from '#server/testing/every-route.ts'
import { openTestShop } from '#server/testing/test-shop.ts'

/** `npm test` asks one route of each kind of access, and one page behind each guard. */
const shop = await openTestShop()
afterAll(shop.close)

const meta = { size: `${accessTable.length} routes` }

test('a token that ran out, was signed out, outlived its account or was tampered with is a visitor’s at every route', {
  meta,
}, async () => {
  await expectLikeVisitor(shop, accessTable)
})

test('whoever had a role a moment ago is a customer at every route, with the same token', {
  meta,
}, async () => {
  await expectLikeCustomer(shop, accessTable)
})

test('HEAD answers like GET at every route, without the body', { meta }, async () => {
  await expectHeadLikeGet(shop, accessTable)
})

test('every page is the same for everybody, whatever token comes along', {
  meta: { size: `${pageTable.length} pages` },
}, async () => {
  const world = await openPageWorld()
  onTestFinished(world.close)
  for (const row of pageTable) {
    const { body } = await world.look(world.addressOf(row))
    await world.expectSameFor(Object.keys(world.tokens), row, body)
  }
})
