import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { readVersion, versionText } from './open-context.ts'

function checkout(commit?: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.2.3" }')
  mkdirSync(join(folder, 'build'))
  if (commit !== undefined) writeFileSync(join(folder, 'build/commit'), commit)
  return pathToFileURL(`${folder}/`)
}

test('the shop knows its version and the commit that was written down when it was built', () => {
  const version = readVersion(checkout('8e36d4d\n'))
  expect(version).toEqual({ version: '1.2.3', commit: '8e36d4d' })
  expect(versionText(version)).toBe('1.2.3 (8e36d4d)')
})

test.each([undefined, ''])('where the commit is unknown (%o), the version alone is said', (written) => {
  const version = readVersion(checkout(written))
  expect(version).toEqual({ version: '1.2.3', commit: null })
  expect(versionText(version)).toBe('1.2.3')
})
