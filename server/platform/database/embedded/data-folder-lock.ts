import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findProcess } from './leftover-server.ts'

const tries = 5

/**
 * Two shops on one data folder would destroy each other's work, so each puts its name into `shop.lock`
 * first and looks for others afterwards: whoever comes second always sees the first. Two that start in
 * the same instant see each other, step back and try again.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  mkdirSync(lockFolder(dataDir), { recursive: true, mode: 0o700 })
  for (let attempt = 1; ; attempt++) {
    const claim = claimFolder(dataDir)
    if (typeof claim === 'function') return claim
    if (attempt === tries) {
      throw new Error(`Another shop (process ${claim.holder}) already uses the data folder ${dataDir}.`)
    }
    await wait(20 + ((process.pid * 37) % 100))
  }
}

export function lockFolder(dataDir: string): string {
  return join(dataDir, 'shop.lock')
}

/** The process number of the shop that uses the folder now. */
export function findHolder(dataDir: string): number | null {
  return readClaims(dataDir).find(isAlive)?.pid ?? null
}

/** A shop was here and did not leave in an orderly way. */
export function isAbandoned(dataDir: string): boolean {
  const claims = readClaims(dataDir)
  return claims.length > 0 && !claims.some(isAlive)
}

function claimFolder(dataDir: string): (() => void) | { holder: number } {
  const mine = claimName(process.pid) ?? `${process.pid}`
  const path = join(lockFolder(dataDir), mine)
  if (!writeNew(path)) return { holder: process.pid }
  const others = readClaims(dataDir).filter(({ name }) => name !== mine)
  const holder = others.find(isAlive)
  if (holder) {
    rmSync(path, { force: true })
    return { holder: holder.pid }
  }
  for (const { name } of others) rmSync(join(lockFolder(dataDir), name), { force: true })
  return () => rmSync(path, { force: true })
}

type Claim = { name: string; pid: number }

function readClaims(dataDir: string): Claim[] {
  try {
    return readdirSync(lockFolder(dataDir)).map((name) => ({ name, pid: Number.parseInt(name, 10) }))
  } catch {
    return []
  }
}

function isAlive({ name, pid }: Claim): boolean {
  return name === claimName(pid)
}

/** Numbers and starts repeat after the machine was switched off, so the claim names the machine's run too. */
function claimName(pid: number): string | null {
  const found = findProcess(pid)
  if (!found) return null
  const machineRun = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  return `${pid}-${found.startedAt}-${machineRun}`
}

function writeNew(path: string): boolean {
  try {
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
