// `npm test`: everything, in one go, with one summary at the end. `--without-browser` leaves the browser out.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { ensureInstalled, root, shopNode } from './prepare.mjs'

const withoutBrowser = process.argv.includes('--without-browser')
const uncommittedBefore = listUncommitted()
ensureInstalled()

const reports = join(root, 'node_modules/.cache/test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')

const types = {
  name: 'types',
  steps: [
    ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
    // Each checker works out the types it needs by itself: four of them, as is usual, take 30 s of processor time and one takes 19.
    ['node_modules/typescript/bin/tsc', '--noEmit', '--checkers', '1'],
  ],
}
const lint = {
  name: 'lint',
  steps: [['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']],
}
const build = { name: 'build', steps: [['scripts/build.mjs']] }
const vitest = {
  name: 'unit and server',
  steps: [
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project=unit',
      '--project=server',
      '--tags-filter=!faults',
      ...(withoutBrowser ? [] : ['--maxWorkers=2']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
  ],
  count: countVitest,
}
const browser = {
  name: 'browser',
  before: () => isBrowserFound,
  steps: [['node_modules/@playwright/test/cli.js', 'test', '--workers=2']],
  count: countPlaywright,
}

const isBrowserFound = withoutBrowser || handOnBrowser()
const building = runAside(build)
const stages = [runAside(types), runAside(lint), building]
const isBuilt = (await building).failed === 0
// A browser often waits for a page, and a test of the server for its database: beside each other they leave no core idle, and
// with two workers each they get less into each other's way than with the three that either takes alone (383 s instead of 435).
if (isBuilt) {
  stages.push(...(withoutBrowser ? [runAloud(vitest)] : [runAside(vitest), runAloud(browser)]))
}
const results = [...(await Promise.all(stages)), checkNothingLeftBehind()]
printSummary(results)
process.exit(results.some((result) => result.failed > 0) ? 1 : 0)

/** What runs beside others says at its end what it has to say. */
async function runAside(stage) {
  let said = ''
  const result = await runStage(stage, (child) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece) => {
        said += piece
      })
    }
  })
  console.log(`\n── ${stage.name}\n${said.trim()}`)
  return result
}

function runAloud(stage) {
  console.log(`\n── ${stage.name}`)
  return runStage(stage)
}

async function runStage({ name, before, steps, count }, listen) {
  const started = Date.now()
  let isFine = (await before?.()) ?? true
  for (const step of steps) isFine = isFine && (await runStep(step, listen))
  const counted = count?.() ?? { passed: isFine ? 1 : 0, failed: 0 }
  return {
    name,
    passed: counted.passed,
    failed: isFine ? counted.failed : Math.max(1, counted.failed),
    seconds: (Date.now() - started) / 1000,
  }
}

function runStep(step, listen) {
  const env = {
    ...process.env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  }
  const stdio = listen ? ['ignore', 'pipe', 'pipe'] : 'inherit'
  const child = spawn(shopNode(), step, { cwd: root, stdio, env })
  listen?.(child)
  return endOf(child)
}

function endOf(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/** Found once, for all of Playwright's workers. Where there is none, the finder has said what to install. */
function handOnBrowser() {
  const stdio = ['ignore', 'pipe', 'inherit']
  const child = spawn(shopNode(), ['scripts/find-browser.ts'], { cwd: root, stdio })
  child.stdout.on('data', (path) => {
    process.env.CHROME_PATH = String(path).trim()
  })
  return endOf(child)
}

/** What the tests write belongs into folders that git ignores. */
function checkNothingLeftBehind() {
  const left = listUncommitted().filter((line) => !uncommittedBefore.includes(line))
  if (left.length > 0) console.error(`\nThe tests left this in the working tree:\n${left.join('\n')}`)
  return { name: 'a clean working tree', passed: left.length > 0 ? 0 : 1, failed: left.length, seconds: 0 }
}

function listUncommitted() {
  const { status, stdout } = spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

function countVitest() {
  const report = readReport(vitestReport)
  if (report === null) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = report
  return { passed: numPassedTests, failed: numFailedTests || (numFailedTestSuites > 0 ? 1 : 0) }
}

function countPlaywright() {
  const report = readReport(playwrightReport)
  if (report === null) return { passed: 0, failed: 1 }
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected }
}

function readReport(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
}

function printSummary(all) {
  console.log('\n── slowest files')
  for (const { path, seconds } of slowestFiles(10))
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${path}`)
  console.log('\n── summary')
  for (const { name, passed, failed, seconds } of all) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    )
  }
  const seconds = Math.round(performance.now() / 1000)
  console.log(`\nAll of it took ${Math.floor(seconds / 60)} min ${seconds % 60} s.`)
  console.log(
    'What takes longer has commands of its own: npm run faults (kills, cut lines, crowds, and every browser test), npm run fuzz (attacks), npm run explore (properties with fresh seeds).',
  )
  const failures = [...vitestFailures(), ...playwrightFailures()]
  if (failures.length > 0) console.log('\n── failed')
  for (const { test, reason } of failures) console.log(`${test}\n     ${firstLines(reason)}`)
  const sum = (key) => all.reduce((total, result) => total + result[key], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

/** Named again at the very end: whoever reads a long log reads its last lines first. */
function vitestFailures() {
  return (readReport(vitestReport)?.testResults ?? []).flatMap(
    ({ name, status, message, assertionResults }) => {
      const path = relative(root, name)
      const failed = assertionResults.filter((each) => each.status === 'failed')
      if (failed.length === 0) return status === 'failed' ? [{ test: path, reason: message }] : []
      return failed.map(({ title, failureMessages }) => ({
        test: `${path} › ${title}`,
        reason: failureMessages.join('\n'),
      }))
    },
  )
}

function playwrightFailures() {
  return (readReport(playwrightReport)?.suites ?? []).flatMap((suite) =>
    specsOf(suite)
      .filter(({ ok }) => !ok)
      .map(({ file, title, tests }) => ({
        test: `${join('tests/e2e', file)} › ${title}`,
        reason: tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? '')).join('\n'),
      })),
  )
}

function firstLines(reason) {
  return stripVTControlCharacters(reason).trim().split('\n').slice(0, 6).join('\n     ')
}

function slowestFiles(count) {
  const files = [...vitestFiles(), ...playwrightFiles()]
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count)
}

function vitestFiles() {
  return (readReport(vitestReport)?.testResults ?? []).map(({ name, assertionResults }) => ({
    path: relative(root, name),
    seconds: assertionResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1000,
  }))
}

function playwrightFiles() {
  const report = readReport(playwrightReport)
  return (report?.suites ?? []).map((suite) => ({
    path: join('tests/e2e', suite.file),
    seconds: durationOf(suite) / 1000,
  }))
}

function durationOf(suite) {
  const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return results.reduce((sum, { duration }) => sum + duration, 0)
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}
