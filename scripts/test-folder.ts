import { statfsSync } from 'node:fs'

/** A test database is hundreds of small files, made and removed hundreds of times: in memory that costs a tenth. */
export function keepTestsInMemory(): void {
  if (process.env.TMPDIR === undefined && hasRoom('/dev/shm')) process.env.TMPDIR = '/dev/shm'
}

/** Plenty for all that the tests keep at one time; a container often has 64 MB there, and then the disk has to do. */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4_000_000_000
  } catch {
    return false
  }
}
