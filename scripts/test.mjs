// `npm test`: everything, in one go, with one summary at the end. `--without-browser` leaves the browser out.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, root, shopNode } from './prepare.mjs'

const withoutBrowser = process.argv.includes('--without-browser')
const uncommittedBefore = listUncommitted()
ensureInstalled()

const reports = join(root, 'node_modules/.cache/test-reports')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const unitReport = join(reports, 'vitest.json')
const browserReport = join(reports, 'playwright.json')

const stages = [
  {
    name: 'types',
    steps: [
      ['node_modules/@react-router/dev/bin.cjs', 'typegen'],
      ['node_modules/typescript/bin/tsc', '--noEmit'],
    ],
  },
  { name: 'lint', steps: [['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']] },
  {
    name: 'rules, floors and API',
    before: ensureBuilt,
    steps: [
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${unitReport}`,
      ],
    ],
    count: countVitest,
  },
  {
    name: 'browser',
    skip: withoutBrowser,
    before: handOnBrowser,
    steps: [['node_modules/@playwright/test/cli.js', 'test']],
    count: countPlaywright,
  },
]

const results = stages.filter((stage) => !stage.skip).map(runStage)
results.push(checkNothingLeftBehind())
printSummary(results)
process.exit(results.some((result) => result.failed > 0) ? 1 : 0)

function runStage({ name, before, steps, count }) {
  console.log(`\n── ${name}`)
  const started = Date.now()
  const isReady = before?.() ?? true
  const isFine =
    isReady &&
    steps.every((step) => {
      const env = {
        ...process.env,
        PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
        PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
      }
      return spawnSync(shopNode(), step, { cwd: root, stdio: 'inherit', env }).status === 0
    })
  const counted = count?.() ?? { passed: 1, failed: 0 }
  const failed = isFine ? counted.failed : Math.max(1, counted.failed)
  return {
    name,
    passed: isFine || count ? counted.passed : 0,
    failed,
    seconds: (Date.now() - started) / 1000,
  }
}

/** Found once, for all of Playwright's workers. Where there is none, the finder has said what to install. */
function handOnBrowser() {
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }
  const { status, stdout } = spawnSync(shopNode(), ['scripts/find-browser.ts'], options)
  process.env.CHROME_PATH = stdout.trim()
  return status === 0
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
  if (!existsSync(unitReport)) return { passed: 0, failed: 1 }
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(unitReport, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests || (numFailedTestSuites > 0 ? 1 : 0) }
}

function countPlaywright() {
  if (!existsSync(browserReport)) return { passed: 0, failed: 1 }
  const { expected, flaky, unexpected } = JSON.parse(readFileSync(browserReport, 'utf8')).stats
  return { passed: expected + flaky, failed: unexpected }
}

function printSummary(all) {
  console.log('\n── summary')
  for (const { name, passed, failed, seconds } of all) {
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(24)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    )
  }
  const sum = (key) => all.reduce((total, result) => total + result[key], 0)
  const seconds = Math.round(performance.now() / 1000)
  const time = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, in ${time}`)
}
