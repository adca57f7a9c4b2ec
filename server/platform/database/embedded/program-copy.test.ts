import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyPrograms, isSafePlace, nobody } from './programs-and-user.ts'

const isRoot = process.getuid?.() === 0

function programsAndPlace(): { native: string; place: string } {
  const folder = mkdtempSync(join(tmpdir(), 'adom-programs-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const native = join(folder, 'native')
  mkdirSync(join(native, 'bin'), { recursive: true, mode: 0o700 })
  mkdirSync(join(native, 'lib'), { mode: 0o700 })
  writeFileSync(join(native, 'bin', 'postgres'), 'program', { mode: 0o700 })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'library', { mode: 0o600 })
  writeFileSync(join(native, 'lib', 'libpq.a'), 'for builders', { mode: 0o600 })
  symlinkSync('libpq.so.5.18', join(native, 'lib', 'libpq.so.5'))
  return { native, place: join(folder, 'copy') }
}

test('a copy of the programs can be run by everyone and changed by its owner alone', () => {
  const { native, place } = programsAndPlace()
  const copy = copyPrograms(native, place)

  expect(statSync(copy).mode & 0o777).toBe(0o755)
  expect(statSync(join(copy, 'bin')).mode & 0o777).toBe(0o755)
  expect(statSync(join(copy, 'bin', 'postgres')).mode & 0o777).toBe(0o755)
  expect(statSync(join(copy, 'lib', 'libpq.so.5')).mode & 0o777).toBe(0o644)
  expect(readFileSync(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('library')
  expect(existsSync(join(copy, 'lib', 'libpq.a'))).toBe(false)
})

test("root's own copy is used again, one that lost a file is made anew", () => {
  const { native, place } = programsAndPlace()
  const made = statSync(copyPrograms(native, place)).ino
  expect(statSync(copyPrograms(native, place)).ino === made).toBe(isRoot)

  rmSync(join(place, 'bin', 'postgres'))
  expect(readFileSync(join(copyPrograms(native, place), 'bin', 'postgres'), 'utf8')).toBe('program')
})

test('programs that another user has put in the place are set aside, not run', () => {
  const { native, place } = programsAndPlace()
  copyPrograms(native, place)
  writeFileSync(join(place, 'bin', 'postgres'), 'planted')
  if (isRoot) chownSync(join(place, 'bin', 'postgres'), nobody.uid, nobody.gid)

  copyPrograms(native, place)
  expect(readFileSync(join(place, 'bin', 'postgres'), 'utf8')).toBe('program')
  expect(readdirSync(join(place, '..')).filter((name) => name.includes('not-ours'))).toHaveLength(1)
})

test('a folder where everyone may rename anything is no place for programs', () => {
  const { native } = programsAndPlace()
  chmodSync(native, 0o777)
  expect(isSafePlace(native)).toBe(false)
  chmodSync(native, 0o1777)
  expect(isSafePlace(native)).toBe(isRoot)
})
