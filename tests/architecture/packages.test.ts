import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from './check-architecture.ts'
import { isTest } from './layers.ts'
import { readSourceFile } from './source-file.ts'

const root = join(import.meta.dirname, '../..')
const product =
  /^(?:rules|contract|app|sample-shop|server\/(?!testing\/))|^(?:vite|react-router)\.config\.ts$/

test('what npm start needs is a dependency: the product imports nothing that is installed for tests alone', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const used = [...readSources(root)]
    .filter(([path]) => product.test(path) && !isTest(path))
    .flatMap(([path, source]) => readSourceFile(path, source).imports.map((each) => ({ path, ...each })))
    .filter(({ onlyTypes }) => !onlyTypes)
    .flatMap(({ path, target }) => (target && 'package' in target ? [{ path, name: target.package }] : []))
    .map(({ path, name }) => ({ path, name: /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name }))
  expect(used.length).toBeGreaterThan(100)
  expect(used.filter(({ name }) => !/^(?:node|virtual):/.test(name) && !(name in dependencies))).toEqual([])
})
