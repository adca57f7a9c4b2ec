// `npm run faults`: every fault at full size, one after the other, with one table at the end.
// `npm run faults -- kill-nine disk-full` runs those alone, `npm run faults -- planted` the test of the tests,
// `npm run faults -- server` the server's tests that `npm test` leaves out,
// `npm run faults -- browser` every browser test: those that `npm test` leaves out, too, and each look at both widths.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, shopNode } from './prepare.mjs'

ensureInstalled()
ensureBuilt()

const reports = join(root, 'node_modules/.cache/fault-reports')
mkdirSync(reports, { recursive: true })
const known = [
  ...readdirSync(join(root, 'tests/faults'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => name.replace('.test.ts', '')),
  'server',
  'browser',
]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !known.includes(name))
if (unknown.length > 0) {
  console.error(`No fault is called ${unknown.join(', ')}. Known are: ${known.join(', ')}.`)
  process.exit(1)
}

// Every run throws other dice; what it prints throws the same again.
const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
const rows = (wanted.length > 0 ? wanted : known).flatMap(runFault)
printTable(rows)
process.exit(rows.every(({ result }) => result === 'ok') ? 0 : 1)

function runFault(fault) {
  console.log(`\n── ${fault}`)
  const report = join(reports, `${fault}.json`)
  rmSync(report, { force: true })
  const isInBrowser = fault === 'browser'
  const tests =
    fault === 'server' ? ['--tags-filter=faults', ...taggedFiles()] : [`tests/faults/${fault}.test.ts`]
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...tests]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const step = isInBrowser ? ['node_modules/@playwright/test/cli.js', 'test'] : [...vitest, ...reporters]
  const env = {
    FAULTS: 'full',
    ...process.env,
    TEST_SEED: seed,
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  }
  const { status } = spawnSync(shopNode(), step, { cwd: root, stdio: 'inherit', env })
  const read = isInBrowser ? browserTestsIn : testsIn
  const all = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : []
  if (all.length === 0 || (status !== 0 && all.every(({ result }) => result === 'ok')))
    return [{ fault, size: '', checked: 'it could not be run to its end', result: 'FAIL', seconds: 0 }]
  return gather(all.map((each) => ({ fault, ...each })))
}

/** No others: a file of which no test runs is opened all the same, and its shop never closed. */
function taggedFiles() {
  return readdirSync(join(root, 'server'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `server/${name}`)
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("tags: 'faults'"))
}

function testsIn({ testResults }) {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'skipped')
    .map(({ title, status, duration = 0, meta }) => ({
      size: meta?.size ?? '1',
      checked: title,
      result: status === 'passed' ? 'ok' : 'FAIL',
      seconds: duration / 1000,
    }))
}

function browserTestsIn({ suites }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return suites.flatMap(specsOf).map(({ title, ok, tests }) => ({
    size: '1',
    checked: title,
    result: ok ? 'ok' : 'FAIL',
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  }))
}

/** Many cases of one size are one row; those that failed keep their own. */
function gather(tests) {
  const gathered = new Map()
  for (const each of tests) {
    const key = each.result === 'ok' ? `ok ${each.size}` : each.checked
    const row = gathered.get(key)
    if (row === undefined) gathered.set(key, { ...each, cases: 1 })
    else Object.assign(row, { seconds: row.seconds + each.seconds, cases: row.cases + 1 })
  }
  return [...gathered.values()].map(({ cases, ...row }) => ({
    ...row,
    checked: cases > 1 ? `${row.checked} (and ${cases - 1} more)` : row.checked,
  }))
}

function printTable(all) {
  console.log('\n── faults')
  const widest = (key) => Math.max(key.length, ...all.map((row) => row[key].length))
  const [fault, size] = [widest('fault'), widest('size')]
  for (const row of all) {
    const seconds = row.seconds.toFixed(0).padStart(6)
    console.log(
      `${row.result.padEnd(4)} ${row.fault.padEnd(fault)}  ${row.size.padEnd(size)}  ${seconds} s  ${row.checked}`,
    )
  }
}
