import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { settings } from './settings.ts'

test('the settings page lists every setting with its default and its meaning', async () => {
  const rows = Object.entries(settings).map(
    ([name, { standard, meaning }]) => `| \`${name}\` | ${standard} | ${meaning} |`,
  )
  const table = ['| Setting | Without it | Meaning |', '|---|---|---|', ...rows].join('\n')
  const page = await readFile(new URL('../../docs/settings.md', import.meta.url), 'utf8')
  expect(page).toContain(`<!-- settings -->\n${table}\n<!-- /settings -->`)
})
