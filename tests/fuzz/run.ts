/**
 * `npm run fuzz`: attacks a shop of its own in every way that is known here, and prints one table.
 * `npm run fuzz -- raw-bytes images` runs only these parts; `--seed=7` throws the same dice again, `--size=100` sends
 * fewer of each. Ends with 1 when the shop did anything that it must not.
 */
import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { seededRandom } from '#server/testing/clock-and-random.ts'
import type { Outcome, Part } from './part.ts'
import { parts } from './parts.ts'
import { openTarget, type Target } from './target.ts'

const given = process.argv.slice(2)
const option = (name: string) => given.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
const seed = option('seed') ?? process.env.TEST_SEED ?? String(randomInt(1_000_000))
const wanted = given.filter((word) => !word.startsWith('--'))
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}`)
  process.exit(1)
}

console.log(`seed ${seed}`)
const target = await openTarget()
const rows: Row[] = []
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await target.close()
    process.exit(130)
  })
}
try {
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    rows.push(await run(name, part, target))
  }
} finally {
  await target.close()
}
console.log(drawTable(rows))
process.exit(rows.every(({ failures }) => failures.length === 0) ? 0 : 1)

async function run(name: string, part: Part, shop: Target): Promise<Row> {
  const size = Number(option('size') ?? part.full)
  console.error(`${name}: ${size} …`)
  // What a shop does for the first time it learns for good; only what comes after that is growth.
  if (part.slice > 0) await attack(shop, part, part.slice, `${seed} ${name} first`)
  const before = await weighAtRest(shop)
  const started = performance.now()
  const outcome = await attack(shop, part, size, `${seed} ${name}`)
  const seconds = (performance.now() - started) / 1000
  const lives = await shop.ask('GET', '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!lives) outcome.failures.push('the shop does not answer any more')
  const after = await weighAtRest(shop)
  if (after - before > part.memoryMb) outcome.failures.push(`memory grew from ${before} to ${after} MB`)
  for (const failure of outcome.failures) console.log(`${name}: ${failure}`)
  console.error(`${name}: ${outcome.attacks} in ${seconds.toFixed(0)} s, ${outcome.failures.length} failures`)
  return { ...outcome, name, before, after, seconds }
}

async function attack(shop: Target, part: Part, size: number, dice: string): Promise<Outcome> {
  return part.attack(shop, size, seededRandom(dice)).catch((error) => ({
    attacks: 0,
    failures: [`broke off: ${error?.stack ?? error}`],
    worst: '',
    returns: 0,
  }))
}

/** Memory that was only borrowed comes back in a quiet moment: weighed once it falls no more, after
 *  half a minute at most. Some visits give the shop occasion to tidy up. */
async function weighAtRest(shop: Target): Promise<number> {
  let lowest = await shop.memoryMb()
  for (let looks = 0, since = 0; looks < 30 && since < 5; looks++, since++) {
    await wait(1_000)
    for (let visits = 0; visits < 50; visits++) await shop.ask('GET', '/api/products').catch(() => undefined)
    const now = await shop.memoryMb()
    if (now < lowest) since = 0
    lowest = Math.min(lowest, now)
  }
  return lowest
}

type Row = Outcome & { name: string; before: number; after: number; seconds: number }

/** As a table that reads well in a terminal and in a document alike. */
function drawTable(rows: readonly Row[]): string {
  const head = [
    'Part',
    'Attacks',
    'Result',
    'Slowest answer',
    'Came back',
    'MB before',
    'MB after',
    'Seconds',
  ]
  const cells = rows.map(({ name, attacks, failures, worst, returns, before, after, seconds }) => [
    name,
    String(attacks),
    failures.length === 0 ? 'held' : `FAILED (${failures.length})`,
    worst,
    String(returns),
    String(before),
    String(after),
    seconds.toFixed(0),
  ])
  const widths = head.map((word, column) =>
    Math.max(word.length, ...cells.map((line) => line[column]?.length ?? 0)),
  )
  const draw = (line: readonly string[]) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [draw(head), draw(widths.map((width) => '-'.repeat(width))), ...cells.map(draw)].join('\n')
}
