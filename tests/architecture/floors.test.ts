import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tower } from './floors.ts'
import { checkHouse, readSources } from './house.ts'
import { complaints } from './planted-faults.ts'

/** Lets every room import every other one: fine is only what lies below. */
function expectOrder(folder: string, floors: string[]) {
  const rooms = floors.flatMap((names, floor) => names.split(' ').map((name) => ({ name, floor })))
  for (const one of rooms)
    for (const other of rooms) {
      const found = complaints({ [`${folder}/${one.name}/a.ts`]: `import '../${other.name}/b.ts'` })
      const isFine = one === other || other.floor > one.floor
      expect(found.length, `${one.name} imports ${other.name}`).toBe(isFine ? 0 : 1)
    }
}

test('the house keeps its own laws', { timeout: 60_000 }, () => {
  expect(checkHouse(readSources(join(import.meta.dirname, '../..')))).toEqual([])
})

test('every room has one place and a few words that say what it is for', () => {
  const rooms = tower.flatMap((floor) => Object.keys(floor))
  expect(new Set(rooms).size).toBe(rooms.length)
  expect(tower.flatMap((floor) => Object.values(floor)).filter((words) => words === '')).toEqual([])
})

test('a house in which everyone looks down is fine', () => {
  expect(
    complaints({
      'rules/money.ts': 'export type Pesewas = number',
      'rules/money.test.ts':
        "import fc from 'fast-check'\nimport { test } from 'vitest'\nimport './money.ts'",
      'contract/orders.ts':
        "import { z } from 'zod'\nimport * as mini from 'zod/mini'\nimport '../rules/money.ts'",
      'sample-shop/posts.ts': "import '../rules/money.ts'",
      'sample-shop/posts.test.ts': "import 'node:fs'",
      'server/platform/log.ts': "import '../../contract/orders.ts'",
      'server/features/accounts/viewer.ts': "import '../../platform/log.ts'",
      'server/features/catalogue/stock.ts': "import '../accounts/viewer.ts'",
      'server/features/orders/place-order.ts': "import '../catalogue/stock.ts'",
      'server/features/orders/place-order.test.ts': "import '../../testing/test-shop.ts'",
      'server/shop.ts': "import './features/orders/place-order.ts'\nexport type Shop = object",
      'server/http/http-server.ts': "import './pages.ts'\nimport './api/orders.ts'",
      'server/http/api/orders.ts': "import '../../shop.ts'\nimport '../access.ts'",
      'server/http/access.ts': '',
      'server/http/pages.ts':
        "import type { render } from '../../app/ssr.ts'\nconst built = await import(address)",
      'server/cli/seed.ts': "import '../../sample-shop/posts.ts'",
      'server/main.ts': "import './http/http-server.ts'\nimport './cli/seed.ts'",
      'server/testing/test-shop.ts':
        "import '../http/http-server.ts'\nimport { onTestFinished } from 'vitest'",
      'app/data/shop.ts': "import type { Shop } from '../../server/shop.ts'",
      'app/ui/button.tsx': "import './button.css'",
      'app/components/product-card.tsx': "import '../ui/button.tsx'\nimport '../data/shop.ts'",
      'app/admin/blog/editor-page.tsx':
        "import type { Route } from './+types/editor-page'\nconst Editor = lazy(() => import('./rich-editor.tsx'))",
      'app/admin/blog/rich-editor.tsx': '',
      'app/routes.ts': "route('admin/blog/new', 'admin/blog/editor-page.tsx')",
      'app/ssr.ts': "import * as build from 'virtual:react-router/server-build'",
      'app/ssr.test.ts': "import '../server/testing/test-shop.ts'",
      'tests/e2e/order.test.ts':
        "import '../../server/testing/test-shop.ts'\nimport { test } from '@playwright/test'",
      'vite.config.ts': "import 'vite'",
    }),
  ).toEqual([])
})

test('no floor looks up', () => {
  expect(complaints({ 'server/platform/log.ts': "\nimport '../features/orders/place-order.ts'" })).toEqual([
    'server/platform/log.ts:2 looks up at server/features/orders/place-order.ts. server/features/orders lies above server/platform: move the shared piece down a floor, or have it handed in.',
  ])
  expect(complaints({ 'app/ui/button.tsx': "import '../cart/cart.tsx'" })).toEqual([
    'app/ui/button.tsx:1 looks up at app/cart/cart.tsx. app/cart lies above app/ui: move the shared piece down a floor, or have it handed in.',
  ])
})

test('the order of the rooms behind the counter is kept', () => {
  expectOrder('server/features', [
    'dashboard',
    'payments delivery',
    'orders',
    'catalogue blog testimonials messages',
    'accounts',
    'notifications',
    'settings',
    'media audit',
  ])
})

test('the order of the pages is kept', () => {
  expectOrder('app', [
    'storefront account admin driver styleguide',
    'layout',
    'components',
    'cart session',
    'ui data',
  ])
})

test('neighbours never meet', () => {
  expect(complaints({ 'app/admin/orders-page.tsx': "import '../driver/orders-page.tsx'" })).toEqual([
    'app/admin/orders-page.tsx:1 looks sideways at app/driver/orders-page.tsx. app/admin and app/driver are neighbours and never meet: move the shared piece down a floor.',
  ])
})

test('every way of importing is seen', () => {
  const ways = [
    "import { a } from '../layout/header.tsx'",
    "import '../layout/header.tsx'",
    "import type { A } from '../layout/header.tsx'",
    "export { a } from '../layout/header.tsx'",
    "export type { A } from '../layout/header.tsx'",
    "export * from '../layout/header.tsx'",
    "type A = import('../layout/header.tsx').A",
    "type A = typeof import('../layout/header.tsx')",
    "const a = await import('../layout/header.tsx')",
    'const a = await import(`../layout/header.tsx`)',
    "const a = require('../layout/header.tsx')",
    "import a = require('../layout/header.tsx')",
    "import a from '../layout/header.tsx?url'",
    "import a from '/app/layout/header.tsx'",
  ]
  for (const way of ways)
    expect(complaints({ 'app/components/card.tsx': way }), way).toEqual([
      'app/components/card.tsx:1 looks up at app/layout/header.tsx. app/layout lies above app/components: move the shared piece down a floor, or have it handed in.',
    ])
})

test('a file outside all rooms is asked to move in', () => {
  expect(complaints({ 'server/extra.ts': '', 'app/helpdesk/ticket.tsx': '', 'setup.ts': '' })).toEqual([
    'app/helpdesk/ticket.tsx stands in no room. Move it into one, or give it a place in tests/architecture/floors.ts.',
    'server/extra.ts stands in no room. Move it into one, or give it a place in tests/architecture/floors.ts.',
    'setup.ts stands in no room. Move it into one, or give it a place in tests/architecture/floors.ts.',
  ])
  expect(complaints({ 'server/main.ts': "import './extra.ts'" })).toEqual([
    'server/main.ts:1 imports server/extra.ts, which stands in no room. Move that file into one, or give it a place in tests/architecture/floors.ts.',
  ])
})

test('a file that cannot be read is not passed over', () => {
  expect(complaints({ 'rules/a.ts': 'import {' })).toEqual([
    'rules/a.ts cannot be read: Expected `}` but found `EOF`.',
  ])
})
