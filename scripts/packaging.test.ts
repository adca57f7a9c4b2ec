import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { settings } from '../server/platform/settings.ts'
import { contextOf, listOf, readDockerfile, settingsOf } from './dockerfile.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8')
const known = new Set(Object.keys(settings))
const unknownIn = (names: string[]) => names.filter((name) => !known.has(name))

const stages = readDockerfile(read('deploy/Dockerfile'))
const last = stages.at(-1)?.steps ?? []
const one = (instruction: string) => last.findLast((step) => step.instruction === instruction)?.text ?? ''

test('the image runs as a plain user, with production packages, a health check and settings that exist', () => {
  expect(new Set(stages.map(({ from }) => from.replace(/^node:24-slim$/, 'node 24')))).toEqual(
    new Set(['node 24']),
  )
  expect(last.findLastIndex(({ instruction }) => instruction === 'USER')).toBeGreaterThan(
    last.findLastIndex(({ instruction }) => instruction === 'RUN'),
  )
  expect(one('USER')).toBe('node')
  expect(listOf(one('CMD'))).toEqual(['sh', '-c', `exec node $(node scripts/memory.mjs) ${builtShop}`])
  expect(listOf(one('HEALTHCHECK'))).toEqual(['node', 'scripts/healthcheck.mjs'])
  expect(unknownIn(Object.keys(settingsOf(last)))).toEqual(['MALLOC_ARENA_MAX'])
  const installs = stages.flatMap(({ steps }) => steps).filter(({ text }) => text.startsWith('npm'))
  const [install, uninstall = ''] = installs.map(({ text }) => text)
  expect(install).toBe('npm ci --omit=dev')
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'))
  const named = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(named).toEqual(expect.arrayContaining(uninstall.split(' ').slice(3)))
})

test('nothing secret gets into the image: no data, no settings file, no repository, no tests', () => {
  const ignored = read('.dockerignore')
  expect(ignored.split('\n')[1]).toBe('*')
  const lying = ['.env', '.git/config', 'data/demo-accounts.json', 'node_modules/a.js', 'server/main.test.ts']
  expect(contextOf(ignored, [...lying, 'server/testing/a.ts', 'server/main.ts'])).toEqual(['server/main.ts'])
  const copied = stages.flatMap(({ steps }) => steps).filter(({ instruction }) => instruction === 'COPY')
  const sources = copied.map(({ text }) => text.split(' ')).filter(([first]) => !first?.startsWith('--from'))
  const names = sources.flatMap((words) => words.slice(0, -1)).filter((name) => name !== '.')
  expect(names.filter((name) => contextOf(ignored, [name]).length === 0)).toEqual([])
})

type Service = {
  image: string
  restart: string
  environment: Record<string, string>
  volumes: string[]
  healthcheck?: { test: string[] }
  depends_on?: Record<string, { condition: string }>
}

const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  read('deploy/compose.yaml'),
  {
    merge: true,
  },
)

test('compose.yaml has PostgreSQL, two shops and a proxy, and gives the shops only settings that exist', () => {
  const { shop1, shop2, database, proxy } = compose.services
  expect(Object.keys(compose.services)).toEqual(['shop1', 'shop2', 'database', 'proxy'])
  for (const shop of [shop1, shop2]) expect(unknownIn(Object.keys(shop?.environment ?? {}))).toEqual([])
  expect(unknownIn(Object.keys(proxy?.environment ?? {}))).toEqual([])
  expect(database?.image).toBe('postgres:18')
  expect(database?.healthcheck?.test[1]).toBe('pg_isready')
  expect(shop1?.depends_on?.database?.condition).toBe('service_healthy')
  expect(Object.keys(proxy?.depends_on ?? {})).toEqual(['shop1', 'shop2'])
  for (const service of Object.values(compose.services)) expect(service.restart).toBe('unless-stopped')
  const named = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.filter((volume) => !volume.startsWith('.')).map((volume) => volume.split(':')[0]),
  )
  expect(new Set(named)).toEqual(new Set(Object.keys(compose.volumes)))
})

test('the proxy sends visitors to both shops, and to nobody else', () => {
  const caddyfile = read('deploy/Caddyfile')
  const [, upstreams = ''] = /reverse_proxy (.*) \{/.exec(caddyfile) ?? []
  expect(upstreams.split(' ')).toEqual(['shop1:3000', 'shop2:3000'])
  expect(caddyfile.split('{').length).toBe(caddyfile.split('}').length)
  expect(caddyfile).toContain('health_uri /readyz')
  expect(caddyfile).toContain('path /metrics /healthz /readyz')
  // Pages ask whether the shop answers; what the proxy keeps inside would always say no.
  expect(read('app/data/api.ts')).not.toMatch(/'\/(?:metrics|healthz|readyz)'/)
})

test('the example of a settings file names settings that exist, and holds no secret', () => {
  const lines = read('deploy/settings.env').split('\n')
  const pairs = lines.map((line) => /^#?([A-Z0-9_]+)=(.*)$/.exec(line)).filter((found) => found !== null)
  expect(unknownIn(pairs.map(([, name]) => name ?? ''))).toEqual(['POSTGRES_PASSWORD'])
  const secrets = pairs.filter(([, name]) => /KEY|TOKEN|PASSWORD|SECRET|API_USER/.test(name ?? ''))
  expect(secrets.filter(([, , value]) => value !== '')).toEqual([])
})

const builtShop = 'build/shop/main.js'

const unit = read('deploy/adom-beauty.service')

test('the systemd unit gives the shop time to close, and nothing that it does not need', () => {
  const has = (line: string) => expect(unit.split('\n')).toContain(line)
  for (const line of ['User=adom', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'KillSignal=SIGTERM'])
    has(line)
  for (const line of ['KillMode=mixed', 'TimeoutStopSec=100', 'LimitNOFILE=65536', 'ProtectHome=yes'])
    has(line)
  const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const names = environment.split(' ').map((pair) => pair.split('=')[0] ?? '')
  expect(unknownIn(names)).toEqual(['MALLOC_ARENA_MAX', 'TMPDIR'])
  const node = '/srv/adom-beauty/build/node'
  has(`ExecStart=/bin/sh -c 'exec ${node} $$(${node} scripts/memory.mjs) ${builtShop}'`)
})

test('systemd, where it is there, accepts the unit', () => {
  if (spawnSync('systemd-analyze', ['--version']).error) return expect(unit).toMatch(/^\[Unit\]$/m)
  const folder = mkdtempSync(join(tmpdir(), 'unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'adom-beauty.service')
  // systemd looks whether the program is there; on this machine it is elsewhere.
  writeFileSync(path, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  expect(execFileSync('systemd-analyze', ['verify', path], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})

test('the newest release in the changelog is the version that the shop says it is', () => {
  const { version } = JSON.parse(read('package.json'))
  const [first, newest] = [...read('CHANGELOG.md').matchAll(/^## (.*)$/gm)].map(([, title = '']) => title)
  expect(first).toBe('Unreleased')
  expect([undefined, version]).toContain(newest?.split(' ')[0])
})

test('the guide names only commands, settings, files and headings that exist', () => {
  const guide = read('docs/operating.md')
  const commands = new Set(read('server/cli/commands.ts').match(/(?<=^ {2}'?)[a-z-]+(?='?: \{)/gm))
  const called = [...guide.matchAll(/(?:`shop|deploy\/shop|server\/cli\/shop\.ts) ([a-z-]+)/g)].map(
    ([, name]) => name ?? '',
  )
  expect(called.length).toBeGreaterThan(20)
  expect(called.filter((name) => !commands.has(name))).toEqual([])
  const set = [...guide.matchAll(/^\s*([A-Z0-9_]+)=/gm)].map(([, name]) => name ?? '')
  expect(unknownIn(set)).toEqual([])
  const files = guide.match(/(?:deploy|scripts)\/[\w.-]+/g) ?? []
  for (const file of new Set(files)) expect(() => read(file), file).not.toThrow()
  const headings = [...guide.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
  const linked = [...guide.matchAll(/\]\(#([\w-]+)\)/g)].map(([, name = '']) => name)
  expect(linked.filter((name) => !headings.includes(name))).toEqual([])
})

test('the list of what the shop is made of comes as CycloneDX', () => {
  const root = join(import.meta.dirname, '..')
  const printed = execFileSync('npm', ['run', '--silent', 'sbom'], {
    cwd: root,
    encoding: 'utf8',
    stdio: 'pipe',
  })
  const bill = JSON.parse(printed)
  expect(bill.bomFormat).toBe('CycloneDX')
  const names = bill.components.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react']))
  expect(names).not.toContain('vitest')
})
