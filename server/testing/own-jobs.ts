import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../platform/database/database.ts'
import { openJobs } from '../platform/jobs.ts'
import { openLog } from '../platform/log.ts'
import { createOwnDatabase } from './own-database.ts'

export const letter = z.object({ to: z.string() })

/** The jobs of one test alone, in one process or in several; all is closed when the test has ended. */
export async function openOwnJobs() {
  const lines: string[] = []
  const log = openLog({ level: 'info', output: { write: (line: string) => lines.push(line) } })
  const { connection, drop } = await createOwnDatabase()
  const { db, close } = openDatabase(connection, log)
  onTestFinished(async () => {
    await close()
    await drop()
  })
  const openProcess = () => {
    const jobs = openJobs({ connection, log })
    onTestFinished(() => jobs.stop({ seconds: 1 }))
    return jobs
  }
  return { db, jobs: openProcess(), openProcess, lines }
}
