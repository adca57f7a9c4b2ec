import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'

/** Plenty for all that the tests keep at one time. A container often has 64 MB there, and then the disk has to do. */
const neededBytes = 4_000_000_000

/** A test database is hundreds of small files, made and removed hundreds of times: in memory that costs a tenth. */
export function keepTestsInMemory(): void {
  if (process.env.TMPDIR !== undefined || freemem() < 2 * neededBytes) return
  if (hasRoom(inMemory) && mayRunPrograms(inMemory)) process.env.TMPDIR = inMemory
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

/** Some machines forbid it there (`noexec`), and a shop runs PostgreSQL from its own folder. */
export function mayRunPrograms(folder: string): boolean {
  try {
    const inside = mkdtempSync(join(folder, 'shop-try-'))
    const program = join(inside, 'program')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o700 })
    const { status } = spawnSync(program)
    rmSync(inside, { recursive: true })
    return status === 0
  } catch {
    return false
  }
}
