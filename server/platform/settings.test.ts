import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { settings } from './settings.ts'

test('the README lists every setting with its default and its meaning', async () => {
  const rows = Object.entries(settings).map(
    ([name, { standard, meaning }]) => `| \`${name}\` | ${standard} | ${meaning} |`,
  )
  const table = ['| Setting | Without it | Meaning |', '|---|---|---|', ...rows].join('\n')
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain(`<!-- settings -->\n${table}\n<!-- /settings -->`)
})
