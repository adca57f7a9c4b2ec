import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { readPostmasterFile } from './postmaster-file.ts'
import { socketPort } from './private-folder.ts'
import { signal } from './processes.ts'
import { type ClusterSetup, folderArgument, serverEnvironment } from './program-call.ts'
import { lastLines, openServerLog } from './server-log.ts'

export type ServerProcess = { pid: number; ended: Promise<void>; stop(): Promise<void> }

/** After a power cut PostgreSQL first reads its journal, which can take a while. */
const patienceForStart = 120_000

type ServerSetup = ClusterSetup & { socketFolder: string; logFile: string }

export async function launchServer(setup: ServerSetup): Promise<ServerProcess> {
  const { programs, user, clusterFolder, logFile } = setup
  const log = openServerLog(logFile, user)
  // In a group of its own: Ctrl-C in the terminal is for the shop, which stops its database last.
  const child = spawn(
    programs.postgres,
    ['-D', folderArgument(user, clusterFolder), ...settings(setup).flatMap((setting) => ['-c', setting])],
    { ...user, cwd: clusterFolder, env: serverEnvironment, stdio: ['ignore', log, log], detached: true },
  )
  closeSync(log)
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  await untilReady(child, ended, clusterFolder, logFile)
  return { pid: child.pid ?? 0, ended, stop: () => stopServer(child, ended) }
}

function settings({ socketFolder, durable }: ServerSetup): string[] {
  const safety = durable ? 'on' : 'off'
  return [
    'listen_addresses=',
    `port=${socketPort}`,
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    `fsync=${safety}`,
    `full_page_writes=${safety}`,
    `synchronous_commit=${safety}`,
    'max_connections=200',
    'shared_buffers=64MB',
    'max_wal_size=256MB',
    'max_logical_replication_workers=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    // Customers' names and addresses stay out of the log: a failed statement is told to the shop only.
    'log_min_messages=log',
    'log_error_verbosity=terse',
    'log_checkpoints=off',
  ]
}

async function untilReady(
  child: ChildProcess,
  ended: Promise<void>,
  clusterFolder: string,
  logFile: string,
): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  const deadline = performance.now() + patienceForStart
  while (!over && performance.now() < deadline) {
    const file = readPostmasterFile(clusterFolder)
    if (file?.isReady && file.pid === child.pid) return
    await wait(10)
  }
  if (!over) await stopServer(child, ended)
  throw new Error(`The database in ${clusterFolder} did not start. Its last words:\n${lastLines(logFile)}`)
}

/** First without losing running statements' answers for long, then at once; both are safe for what was acknowledged. */
async function stopServer(child: ChildProcess, ended: Promise<void>): Promise<void> {
  const { pid } = child
  if (pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  signal(pid, 'SIGINT')
  const hurry = setTimeout(() => signal(pid, 'SIGQUIT'), 10_000)
  const force = setTimeout(() => signal(pid, 'SIGKILL'), 20_000)
  await ended
  clearTimeout(hurry)
  clearTimeout(force)
}
