import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkArchitecture, complaints, readSources } from './check-architecture.ts'
import { isTest, layers } from './layers.ts'

/** Lets every folder import every other one: fine is only what lies below. */
function expectOrder(folder: string, layers: string[]) {
  const folders = layers.flatMap((names, layer) => names.split(' ').map((name) => ({ name, layer })))
  for (const one of folders)
    for (const other of folders) {
      const found = complaints({ [`${folder}/${one.name}/a.ts`]: `import '../${other.name}/b.ts'` })
      const isFine = one === other || other.layer > one.layer
      expect(found.length, `${one.name} imports ${other.name}`).toBe(isFine ? 0 : 1)
    }
}

const root = join(import.meta.dirname, '../..')
const project = readSources(root)

test('the project keeps its own architecture', () => {
  expect(checkArchitecture(project)).toEqual([])
})

const product =
  /^(?:rules|contract|app|sample-shop|server\/(?!testing\/))|^(?:vite|react-router)\.config\.ts$/

test('what npm start needs is a dependency: the product imports nothing that is installed for tests alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const used = project
    .filter(({ path }) => product.test(path) && !isTest(path))
    .flatMap(({ path, imports }) => imports.map((each) => ({ path, ...each })))
    .filter(({ onlyTypes }) => !onlyTypes)
    .flatMap(({ path, target }) => (target && 'package' in target ? [{ path, name: target.package }] : []))
    .map(({ path, name }) => ({ path, name: /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name }))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ name }) => !/^(?:node|virtual):/.test(name) && !(name in dependencies))).toEqual([])
})

test('every folder is listed once, with a few words that say what it is for', () => {
  const folders = layers.flatMap((layer) => Object.keys(layer))
  expect(new Set(folders).size).toBe(folders.length)
  expect(layers.flatMap((layer) => Object.values(layer)).filter((words) => words === '')).toEqual([])
})

test('imports that all go down are fine', () => {
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
      'app/admin/editor/rich-editor.tsx': '',
      'app/routes.ts': "route('admin/blog/new', 'admin/blog/editor-page.tsx')",
      'app/ssr.ts': "import * as build from 'virtual:react-router/server-build'",
      'app/ssr.test.ts': "import '../server/testing/test-shop.ts'",
      'tests/e2e/order.test.ts':
        "import '../../server/testing/test-shop.ts'\nimport { test } from '@playwright/test'",
      'vite.config.ts': "import 'vite'",
    }),
  ).toEqual([])
})

test('no layer imports upwards', () => {
  expect(complaints({ 'server/platform/log.ts': "\nimport '../features/orders/place-order.ts'" })).toEqual([
    'server/platform/log.ts:2 imports upwards: server/features/orders/place-order.ts. server/features/orders is a layer above server/platform: move the shared code down, or have it passed in.',
  ])
  expect(complaints({ 'app/ui/button.tsx': "import '../cart/cart.tsx'" })).toEqual([
    'app/ui/button.tsx:1 imports upwards: app/cart/cart.tsx. app/cart is a layer above app/ui: move the shared code down, or have it passed in.',
  ])
})

test('the order of the features is kept', () => {
  expectOrder('server/features', [
    'setup',
    'dashboard',
    'payments delivery',
    'orders',
    'catalogue blog testimonials messages',
    'opening',
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

test('folders of one layer never import each other', () => {
  expect(complaints({ 'app/admin/orders-page.tsx': "import '../driver/orders-page.tsx'" })).toEqual([
    'app/admin/orders-page.tsx:1 imports sideways: app/driver/orders-page.tsx. app/admin and app/driver are on the same layer: move the shared code down.',
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
      'app/components/card.tsx:1 imports upwards: app/layout/header.tsx. app/layout is a layer above app/components: move the shared code down, or have it passed in.',
    ])
})

test('a file outside all layers is asked to move in', () => {
  expect(complaints({ 'server/extra.ts': '', 'app/helpdesk/ticket.tsx': '', 'setup.ts': '' })).toEqual([
    'app/helpdesk/ticket.tsx belongs to no layer. Move it into one, or list it in tests/architecture/layers.ts.',
    'server/extra.ts belongs to no layer. Move it into one, or list it in tests/architecture/layers.ts.',
    'setup.ts belongs to no layer. Move it into one, or list it in tests/architecture/layers.ts.',
  ])
  expect(complaints({ 'server/main.ts': "import './extra.ts'" })).toEqual([
    'server/main.ts:1 imports server/extra.ts, which belongs to no layer. Move that file into one, or list it in tests/architecture/layers.ts.',
  ])
})

test('a file that cannot be read is not passed over', () => {
  expect(complaints({ 'rules/a.ts': 'import {' })).toEqual([
    'rules/a.ts cannot be read: Expected `}` but found `EOF`.',
  ])
})
