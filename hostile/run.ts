/**
 * `npm run hostile`: attacks a shop of its own in every way that is known here, and prints one table.
 * `npm run hostile -- raw-bytes images` runs only these parts; `--seed=7` throws the same dice again, `--size=100` sends
 * fewer of each. Ends with 1 when the shop did anything that it must not.
 */
import { randomInt } from 'node:crypto'
import { seededRandom } from '../server/testing/seeded-random.ts'
import type { Part } from './part.ts'
import { parts } from './parts.ts'
import { drawTable, type Row } from './table.ts'
import { openTarget, type Target } from './target.ts'

const given = process.argv.slice(2)
const option = (name: string) => given.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]
const seed = option('seed') ?? String(randomInt(1_000_000))
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
  const before = await shop.memoryMb()
  const started = performance.now()
  const outcome = await part.attack(shop, size, seededRandom(`${seed} ${name}`)).catch((error) => ({
    attacks: 0,
    failures: [`broke off: ${error?.stack ?? error}`],
    worst: '',
    returns: 0,
  }))
  const seconds = (performance.now() - started) / 1000
  const lives = await shop.ask('GET', '/healthz').then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!lives) outcome.failures.push('the shop does not answer any more')
  const after = await shop.memoryMb()
  if (after - before > part.memoryMb) outcome.failures.push(`memory grew from ${before} to ${after} MB`)
  for (const failure of outcome.failures) console.log(`${name}: ${failure}`)
  console.error(`${name}: ${outcome.attacks} in ${seconds.toFixed(0)} s, ${outcome.failures.length} failures`)
  return { ...outcome, name, before, after, seconds }
}
