import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { plant, readPlantedBugs } from './planted/planted-bugs.ts'
import { sizeOf } from './size.ts'

const bugs = readPlantedBugs()

test.each(bugs)(
  'the planted bug $name still fits the project, and names the tests that catch it',
  {
    meta: { size: `${bugs.length} patches` },
  },
  ({ edits, caughtBy }) => {
    expect(edits).not.toEqual([])
    for (const edit of edits) plant(readFileSync(edit.path, 'utf8'), edit)
    expect(caughtBy).not.toEqual([])
    expect(caughtBy.filter((path) => !existsSync(path))).toEqual([])
  },
)

/** Each takes as long as the tests it names; in every test run that the patches fit is enough. */
const planted = bugs.slice(0, sizeOf({ small: 0, full: bugs.length * 10 }))
const copies: string[] = []
afterAll(async () => {
  for (const copy of copies) await rm(copy, { recursive: true, force: true })
})

/** A test that fails anyway would seem to catch everything. */
if (planted.length > 0)
  test('without a planted bug all of these tests pass', {
    meta: { size: 'nothing planted' },
    timeout: 900_000,
  }, async () => {
    const copy = await copyProject()
    for (const path of new Set(planted.flatMap(({ caughtBy }) => caughtBy))) {
      const { passed, failed } = await runTests(copy, path)
      expect({ path, failed, hasPassed: passed > 0 }).toEqual({ path, failed: 0, hasPassed: true })
    }
  })

for (const bug of planted) {
  test(`${bug.name}: ${bug.meaning} The tests catch it`, {
    meta: { size: `1 planted bug, ${bug.name}` },
    timeout: 900_000,
  }, async () => {
    const copy = await copyProject()
    for (const edit of bug.edits) {
      const path = join(copy, edit.path)
      writeFileSync(path, plant(readFileSync(path, 'utf8'), edit))
    }
    for (const path of bug.caughtBy) {
      const { failed } = await runTests(copy, path)
      expect({ path, isCaught: failed > 0 }).toEqual({ path, isCaught: true })
    }
  })
}

const linked = ['node_modules', 'scripts/tools', 'build']
const leftOut = [...linked, '.git', 'data', 'test-results']

async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'shop-planted-'))
  copies.push(copy)
  const from = process.cwd()
  const isLeftOut = (path: string) => leftOut.some((name) => path === join(from, name))
  await cp(from, copy, { recursive: true, filter: (path) => !isLeftOut(path) })
  for (const name of linked.filter((each) => existsSync(each))) {
    await symlink(join(from, name), join(copy, name))
  }
  return copy
}

/** A test that fails catches a bug; a file that cannot even be read does not. */
async function runTests(copy: string, path: string): Promise<{ passed: number; failed: number }> {
  const report = join(copy, 'report.json')
  // One that is left from the file before would answer for this one.
  await rm(report, { force: true })
  const words = ['node_modules/vitest/vitest.mjs', 'run', path, '--reporter=json', `--outputFile=${report}`]
  const { FAULTS: _, VITEST: __, VITEST_WORKER_ID: ___, ...env } = process.env
  const child = spawn(process.execPath, words, { cwd: copy, env, stdio: 'ignore' })
  await once(child, 'exit')
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed, failed }
}
