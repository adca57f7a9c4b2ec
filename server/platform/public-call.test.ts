import { expect, test } from 'vitest'
import { openFakeServer } from '#server/testing/fake-server.ts'
import { isPublicAddress, openPublicCalls } from './public-call.ts'

const call = { headers: {}, body: '{}', timeoutMs: 5_000 }

test('addresses of this machine, of its network and of a cloud’s own services are not public', () => {
  for (const address of [
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    '2002:7f00:1::',
    '2001:0:7f00::1',
    'no address',
  ])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '172.32.0.1', '41.66.200.1', '2a00:1450:4003::5e'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

test('only https to a name or a public address is called', () => {
  const { isAllowed } = openPublicCalls()
  for (const address of [
    'http://tools.example.com/',
    'https://localhost/',
    'https://intranet/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://ama:secret@tools.example.com/',
    'file:///etc/passwd',
    'nonsense',
    '',
  ])
    expect([address, isAllowed(address)]).toEqual([address, false])
  expect(isAllowed('https://tools.example.com/hooks?shop=1')).toBe(true)
  expect(isAllowed('https://8.8.8.8/')).toBe(true)
})

test('a name that leads to this machine is found out when it is looked up', async () => {
  // The name of this machine itself has no point in it, so it is asked for with one at its end, as a resolver reads it.
  const { post } = openPublicCalls()
  expect(await post('https://localhost.localdomain/', call)).not.toMatchObject({ is: 'answered' })
  expect(await post('http://127.0.0.1:9/', call)).toEqual({ is: 'forbidden' })
})

test('nobody is followed elsewhere, and nobody is waited for without end', async () => {
  const paths: string[] = []
  const { promise: never } = Promise.withResolvers<void>()
  const server = await openFakeServer(({ path }) => {
    paths.push(path)
    if (path === '/hangs') return { status: 200, until: never }
    return { status: 302 }
  })
  const { post } = openPublicCalls({ allowsLoopback: true })
  expect(await post(`${server.url}/moved`, call)).toEqual({ is: 'answered', status: 302 })
  expect(await post(`${server.url}/hangs`, { ...call, timeoutMs: 50 })).toEqual({
    is: 'no_answer',
    reason: 'time_over',
  })
  expect(paths).toEqual(['/moved', '/hangs'])
  await server.goDown()
  expect(await post(`${server.url}/gone`, call)).toEqual({ is: 'no_answer', reason: 'unreachable' })
})
