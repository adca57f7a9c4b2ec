import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '../testing/test-shop.ts'

const shop = await openTestShop()
const { ask, clock, signedInAs } = shop
afterAll(shop.close)

const read = () => ask<string>('GET', '/.well-known/security.txt')

test('whoever has found a hole reads whom to tell, in the form that programs know', async () => {
  const { token } = await signedInAs('admin')
  const contact = {
    phone: '030 299 8877',
    email: 'care@example.com',
    address: 'Oxford Street, Osu',
    hours: 'Every day',
  }
  const saved = await ask('PUT', '/api/settings', { token, body: { version: 0, settings: { contact } } })
  expect(saved).toMatchObject({ status: 200 })
  const { status, headers, body } = await read()
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(body.split('\n')).toEqual([
    'Contact: mailto:care@example.com',
    'Contact: http://shop.example/contact',
    expect.stringMatching(/^Expires: \d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages: en',
    'Canonical: http://shop.example/.well-known/security.txt',
    '',
  ])
})

test('it never runs out, and never promises more than a year', async () => {
  for (const days of [0, 400]) {
    clock.forward({ days })
    const expires = /^Expires: (.*)$/m.exec((await read()).body)?.[1] ?? ''
    const left = (Date.parse(expires) - clock().getTime()) / (24 * 3_600_000)
    expect(left).toBeGreaterThan(100)
    expect(left).toBeLessThan(365)
  }
})
