import { spawnSync } from 'node:child_process'
import { chownSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

type User = { uid?: number; gid?: number }

/**
 * Does with a PostgreSQL of this machine what docs/operating.md says: archive, base backup, a mistake, and back to the
 * moment before it. The commands are those of compose.yaml and deploy/.
 */
export function tryBackToMoment(folder: string, user: User): void {
  const [programs] = globSync('/usr/lib/postgresql/*/bin/pg_basebackup').map((path) => join(path, '..'))
  if (programs === undefined) {
    console.log('PostgreSQL’s programs are not on this machine: going back to a moment was not tried.')
    return
  }
  const { run, ask, start, stop } = preparePostgres(join(folder, 'moment'), programs, user)
  start()
  ask('create table orders as select generate_series(1, 100) as id')
  const base = run('sh', 'deploy/base-backup.sh').split('/').at(-1) ?? ''
  ask('insert into orders select generate_series(101, 150)')
  const moment = ask('select clock_timestamp()')
  ask('delete from orders')
  stop()
  run('sh', 'deploy/back-to-moment.sh', base, moment)
  start()
  const found = ask('select count(*) from orders')
  stop()
  if (found !== '150') throw new Error(`Back at the moment there are ${found} of 150 orders.`)
  console.log('PostgreSQL went back to the moment before a mistake: all 150 orders are there.')
}

/** In folders that lie to each other as they do in the container of compose.yaml. */
function preparePostgres(place: string, programs: string, user: User) {
  const data = join(place, '18', 'docker')
  mkdirSync(data, { recursive: true })
  cpSync('deploy', join(place, 'deploy'), { recursive: true })
  for (const path of [place, join(place, '18'), data]) chownSync(path, user.uid ?? -1, user.gid ?? -1)
  const access = { PGDATA: data, PGHOST: place, PGUSER: 'shop', PGDATABASE: 'postgres' }
  const env = { PATH: `${programs}:${process.env.PATH}`, ...access }
  const run = (program: string, ...words: string[]): string => {
    // The server keeps its output open, so only questions have theirs read.
    const stdio = program === 'pg_ctl' ? 'ignore' : 'pipe'
    const { status, stdout, stderr } = spawnSync(program, words, {
      ...user,
      cwd: place,
      env,
      stdio,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${status}: ${stderr ?? ''}`)
    return (stdout ?? '').trim()
  }
  run('initdb', '--auth=trust', '--username=shop')
  const here = [`unix_socket_directories = '${place}'`, "listen_addresses = ''"]
  writeFileSync(join(data, 'postgresql.conf'), `${[...here, ...archiveSettings()].join('\n')}\n`)
  return {
    run,
    ask: (question: string) => run('psql', '--tuples-only', '--no-align', '--quiet', '--command', question),
    start: () => run('pg_ctl', '--wait', '--log', join(place, 'log'), 'start'),
    stop: () => run('pg_ctl', '--wait', '--mode=fast', 'stop'),
  }
}

function archiveSettings(): string[] {
  const { command }: { command: string[] } = parse(readFileSync('deploy/compose.yaml', 'utf8')).services
    .database
  return command.filter((word) => word.includes('=')).map((word) => word.replace(/=(.*)/, " = '$1'"))
}
