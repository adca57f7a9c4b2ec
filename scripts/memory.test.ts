import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sparingly } from '../server/testing/shop-process.ts'
import { listOf, readDockerfile } from './dockerfile.ts'

const root = join(import.meta.dirname, '..')

function flagsFor(megabytes?: string): string {
  const env = { PATH: process.env.PATH, ...(megabytes === undefined ? {} : { MEMORY_MB: megabytes }) }
  return execFileSync(process.execPath, ['scripts/memory.mjs'], { cwd: root, env, encoding: 'utf8' }).trim()
}

test.each([
  [undefined, '--max-semi-space-size=8 --max-old-space-size=256 --heap-growing-percent=70'],
  ['250', '--max-semi-space-size=8 --max-old-space-size=256 --heap-growing-percent=70'],
  ['300', '--max-semi-space-size=16 --max-old-space-size=256 --heap-growing-percent=70'],
  ['500', '--max-semi-space-size=32 --max-old-space-size=375 --heap-growing-percent=70'],
  ['2000', '--max-semi-space-size=32 --max-old-space-size=1500 --heap-growing-percent=70'],
  ['64', '--max-semi-space-size=8 --max-old-space-size=256 --heap-growing-percent=70'],
  ['1; rm -rf /', '--max-semi-space-size=8 --max-old-space-size=256 --heap-growing-percent=70'],
])('MEMORY_MB=%s becomes %s', (given, flags) => {
  expect(flagsFor(given)).toBe(flags)
})

test('shops in tests have as little memory as a shop without the setting', () => {
  expect(flagsFor()).toBe(sparingly.join(' '))
})

/** Prints the largest heap in megabytes instead of opening a shop. */
const heap = "-p 'Math.round(require(`node:v8`).getHeapStatistics().heap_size_limit / 2 ** 20)'"

const image = readDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
const [, unitCommand = ''] =
  /^ExecStart=(.*)$/m.exec(readFileSync(join(root, 'deploy/adom-beauty.service'), 'utf8')) ?? []
const commands = {
  'the image': listOf(image.at(-1)?.steps.findLast(({ instruction }) => instruction === 'CMD')?.text ?? ''),
  // systemd writes $$ for a dollar.
  'the systemd unit': ['sh', '-c', unitCommand.replaceAll('$$', '$').split("'")[1] ?? ''],
}

test.each(Object.entries(commands))('a shop that %s starts has the memory it was given', (_, command) => {
  const [program = '', ...words] = command.map((word) =>
    word.replaceAll('/srv/adom-beauty/build/node', 'node').replace('build/shop/main.js', heap),
  )
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`
  const ask = (MEMORY_MB: string) =>
    Number(execFileSync(program, words, { cwd: root, env: { PATH, MEMORY_MB }, encoding: 'utf8' }))
  expect(ask('2000') - ask('250')).toBe(1500 - 256 + 3 * (32 - 8))
})
