import { expect, test } from 'vitest'
import { complaints } from './check-architecture.ts'

test('rules import nothing but rules', () => {
  expect(
    complaints({
      'rules/a.ts': "import { z } from 'zod'",
      'rules/b.ts': "import { join } from 'node:path'",
      'rules/c.ts': "import type { Order } from '../contract/orders.ts'",
      'rules/d.test.ts': "import 'react'",
    }),
  ).toEqual([
    'rules/a.ts:1 imports the package zod. rules stays pure (no packages): do this in a layer above and pass the result in.',
    'rules/b.ts:1 imports the package node:path. rules stays pure (no packages): do this in a layer above and pass the result in.',
    'rules/c.ts:1 may not import contract/orders.ts. From here only rules may be imported: take the code from there, or have it passed in.',
    'rules/d.test.ts:1 imports the package react. rules stays pure (no packages): do this in a layer above and pass the result in.',
  ])
})

test('the contract imports nothing but rules and the schema library', () => {
  expect(
    complaints({
      'contract/a.ts': "import { eq } from 'drizzle-orm'",
      'contract/b.ts': "import '../sample-shop/posts.ts'",
    }),
  ).toEqual([
    'contract/a.ts:1 imports the package drizzle-orm. contract stays pure (zod): do this in a layer above and pass the result in.',
    'contract/b.ts:1 may not import sample-shop/posts.ts. From here only contract, rules may be imported: take the code from there, or have it passed in.',
  ])
})

test('nobody imports dynamically but the page handler and pieces of pages', () => {
  const remedy =
    'Write a plain import at the top: only server/http/pages.ts and pieces that a browser loads when needed wait.'
  expect(
    complaints({
      'server/http/api/orders.ts': "await import('../../shop.ts')",
      'server/main.ts': "await import('vite')",
      'rules/a.ts': "import.meta.glob('./*.ts')",
    }),
  ).toEqual([
    `rules/a.ts:1 imports dynamically. ${remedy}`,
    `server/http/api/orders.ts:1 imports dynamically. ${remedy}`,
    `server/main.ts:1 imports dynamically. ${remedy}`,
  ])
})

test('a page may list the pictures that lie beside it', () => {
  expect(complaints({ 'app/admin/a.tsx': "import.meta.glob('./pictures/*.{avif,webp}')" })).toEqual([])
})

test('a piece of a page that loads late is named in plain text', () => {
  const remedy = 'Write the address as plain text, one import for each file.'
  expect(
    complaints({
      'app/admin/a.tsx': 'await import(`./$' + '{name}.tsx`)',
      'app/admin/b.tsx': "import.meta.glob('./*.tsx')",
    }),
  ).toEqual([
    `app/admin/a.tsx:1 imports an address that is only known when it runs. ${remedy}`,
    `app/admin/b.tsx:1 imports an address that is only known when it runs. ${remedy}`,
  ])
})

test('the pages know the facade by its type only', () => {
  const remedy = 'Write "import type { Shop }" and ask the shop through the context.'
  expect(
    complaints({
      'app/data/a.ts': "import { Shop } from '../../server/shop.ts'",
      'app/data/b.ts': "import { type Shop } from '../../server/shop.ts'",
      'app/data/c.ts': "import type { Shop, openShop } from '../../server/shop.ts'",
      'app/data/d.ts': "import type { Tools } from '../../server/platform/context.ts'",
      'app/data/e.ts': "import type * as shop from '../../server/shop.ts'",
    }),
  ).toEqual([
    `app/data/a.ts:1 takes more from server/shop.ts than the type. ${remedy}`,
    `app/data/b.ts:1 takes more from server/shop.ts than the type. ${remedy}`,
    `app/data/c.ts:1 takes more from server/shop.ts than the type. ${remedy}`,
    'app/data/d.ts:1 may not import server/platform/context.ts. From here only app, contract, rules may be imported: take the code from there, or have it passed in.',
    `app/data/e.ts:1 takes more from server/shop.ts than the type. ${remedy}`,
  ])
})

test('only the page handler touches the pages, and only through one function', () => {
  const seen = 'server, sample-shop, contract, rules'
  expect(
    complaints({
      'server/http/errors.ts': "import { render } from '../../app/ssr.ts'",
      'server/http/pages.ts': "import '../../app/routes.ts'",
      'server/main.ts': "import '../build/server/ssr.js'",
    }),
  ).toEqual([
    `server/http/errors.ts:1 may not import app/ssr.ts. From here only ${seen} may be imported: take the code from there, or have it passed in.`,
    `server/http/pages.ts:1 may not import app/routes.ts. From here only ${seen} may be imported: take the code from there, or have it passed in.`,
    'server/main.ts:1 imports build/server/ssr.js, which belongs to no layer. Move that file into one, or list it in tests/architecture/layers.ts.',
  ])
})

test('the server imports no component', () => {
  expect(complaints({ 'server/http/pages.ts': "import '../../app/root.tsx'" })).toEqual([
    'server/http/pages.ts:1 imports the component app/root.tsx. The server cannot run components: let app/ssr.ts render it.',
  ])
})

test('only tests import the shop for tests', () => {
  expect(
    complaints({
      'server/main.ts': "import './testing/test-shop.ts'",
      'rules/a.test.ts': "import '../server/testing/test-shop.ts'",
      'app/data/b.ts': "import '../../server/testing/test-shop.ts'",
    }),
  ).toEqual([
    'app/data/b.ts:1 may not import server/testing/test-shop.ts. From here only app, contract, rules may be imported: take the code from there, or have it passed in.',
    'rules/a.test.ts:1 may not import server/testing/test-shop.ts. From here only rules may be imported: take the code from there, or have it passed in.',
    'server/main.ts:1 imports upwards: server/testing/test-shop.ts. server/testing is a layer above server/main.ts: move the shared code down, or have it passed in.',
  ])
})

test('test libraries stay in tests, and nobody imports a test', () => {
  expect(
    complaints({
      'server/platform/log.ts': "import { vi } from 'vitest'",
      'rules/fee.test.ts': "import './cart.test.ts'",
    }),
  ).toEqual([
    'rules/fee.test.ts:1 imports the test rules/cart.test.ts. Move what both need into a file of its own.',
    'server/platform/log.ts:1 imports vitest, which is for tests. Move the line into a test or into server/testing.',
  ])
})

test('the sample shop is for the server', () => {
  expect(
    complaints({
      'app/components/a.tsx': "import '../../sample-shop/posts.ts'",
      'sample-shop/posts.ts': "import '../contract/blog.ts'\nimport 'node:fs'",
    }),
  ).toEqual([
    'app/components/a.tsx:1 may not import sample-shop/posts.ts. From here only app, contract, rules may be imported: take the code from there, or have it passed in.',
    'sample-shop/posts.ts:1 may not import contract/blog.ts. From here only sample-shop, rules may be imported: take the code from there, or have it passed in.',
    'sample-shop/posts.ts:2 imports the package node:fs. sample-shop stays pure (no packages): do this in a layer above and pass the result in.',
  ])
})

test('the checks stand outside the product', () => {
  expect(
    complaints({
      'tests/architecture/a.ts': "import '../../rules/money.ts'",
      'rules/b.ts': "import '../tests/architecture/a.ts'",
    }),
  ).toEqual([
    'rules/b.ts:1 may not import tests/architecture/a.ts. From here only rules may be imported: take the code from there, or have it passed in.',
    'tests/architecture/a.ts:1 may not import rules/money.ts. From here only tests/architecture may be imported: take the code from there, or have it passed in.',
  ])
})
