// `npm run explore`: every property test with fresh random seeds and 500 times as many cases, for ten minutes or as long
// as told (`npm run explore -- 60m`). Ends with 1 when it found something, and says how to see it again.
// `npm run explore -- --seed=7 rules/slug.test.ts` is one round with that seed, of those files alone.
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, root, shopNode } from './prepare.mjs'

const words = process.argv.slice(2)
const givenSeed = words.find((word) => word.startsWith('--seed='))?.slice('--seed='.length)
const wanted = words.filter((word) => word.endsWith('.ts'))
const duration = words.find((word) => !word.startsWith('--seed=') && !word.endsWith('.ts')) ?? '10m'
const milliseconds = readDuration(duration)

ensureInstalled()
const until = Date.now() + milliseconds
const report = join(root, 'node_modules/.cache/explore/report.json')
mkdirSync(join(report, '..'), { recursive: true })
const files = listPropertyTests()
// What needs no database is tried first: it is quick.
const stages = [
  files.filter((file) => !file.startsWith('server/')),
  files.filter((file) => file.startsWith('server/')),
].filter((stage) => stage.length > 0)
console.log(`${files.length} files with property tests, ${duration}`)

const found = new Map()
let rounds = 0
while (Date.now() < until && (givenSeed === undefined || rounds === 0)) {
  const seed = givenSeed ?? String(randomInt(2 ** 31))
  rounds++
  for (const stage of stages) {
    // No stage may leave the other one without time.
    const end = Math.min(until, Date.now() + milliseconds / stages.length)
    if (end - Date.now() > 0) for (const failure of tryOut(stage, seed, end)) tell(failure)
  }
}
printSummary()
process.exit(found.size > 0 ? 1 : 0)

function readDuration(text) {
  const [, count, unit] = /^(\d+)([smh])$/.exec(text) ?? []
  if (count !== undefined) return Number(count) * { s: 1_000, m: 60_000, h: 3_600_000 }[unit]
  console.error(`How long? A number with s, m or h, such as 90s or 60m, not ${text}.`)
  process.exit(1)
}

function listPropertyTests() {
  const folders = ['rules', 'contract', 'app', 'scripts', 'sample-shop', 'server', 'tests/architecture']
  const all = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
  )
  const known = all.filter((file) => /\.test\.tsx?$/.test(file) && isAboutProperties(file)).sort()
  const unknown = wanted.filter((file) => !known.includes(file))
  if (unknown.length === 0) return wanted.length > 0 ? wanted : known
  console.error(`No property tests in ${unknown.join(', ')}. They are in: ${known.join(', ')}.`)
  process.exit(1)
}

function isAboutProperties(file) {
  return /^import .* from 'fast-check'$/m.test(readFileSync(join(root, file), 'utf8'))
}

function tryOut(stage, seed, end) {
  console.log(
    `\n── round ${rounds}, seed ${seed}: ${stage.length} files, ${minutes(until - Date.now())} left`,
  )
  rmSync(report, { force: true })
  const vitest = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...stage,
    '--testTimeout=0',
    // When the time is over, it is not always over for the same files.
    '--sequence.shuffle.files',
    `--sequence.seed=${seed}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const env = {
    ...process.env,
    TEST_SEED: seed,
    EXPLORE_TIMES: '500',
    EXPLORE_UNTIL: String(end),
  }
  // A property that never comes to an end cannot be interrupted by fast-check.
  const patience = end - Date.now() + 120_000
  const child = spawnSync(shopNode(), vitest, { cwd: root, env, encoding: 'utf8', timeout: patience })
  if (child.error || !existsSync(report))
    return [{ seed, test: stage.join(' '), message: `It did not end by itself.\n${child.stderr ?? ''}` }]
  return failuresIn(JSON.parse(readFileSync(report, 'utf8')), seed)
}

function failuresIn({ testResults }, seed) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.slice(root.length)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (failed.length === 0 && message) return [{ seed, file, test: file, message }]
    return failed
      .map(({ fullName, failureMessages }) => ({
        seed,
        file,
        test: `${file} › ${fullName}`,
        message: failureMessages.join('\n').replace(/^ +at .*node_modules.*\n?/gm, ''),
      }))
      .filter((failure) => !failure.message.includes('Property interrupted after 0 tests'))
  })
}

function tell({ seed, file, test, message }) {
  const times = (found.get(test)?.times ?? 0) + 1
  const again = `npm run explore -- --seed=${seed}${file ? ` ${file}` : ''}`
  found.set(test, { again: found.get(test)?.again ?? again, times })
  console.log(`\nFAIL ${test}\n${message.replace(/^/gm, '  ')}\n  again: ${again}`)
}

function printSummary() {
  console.log(`\n── summary\n${rounds} rounds in ${minutes(milliseconds - (until - Date.now()))}`)
  for (const [test, { again, times }] of found) console.log(`FAIL ${test} (${times} times)\n     ${again}`)
  console.log(
    found.size === 0
      ? 'Every property held.'
      : `${found.size} tests failed. Mend each, and keep its counterexample as an example in the test.`,
  )
}

function minutes(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000))
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
