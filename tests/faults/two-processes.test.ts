import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFaultWorld } from './fault-world.ts'

test('what one process changes is on the cached pages of another', {
  meta: { size: '2 processes' },
}, async () => {
  const world = await openFaultWorld()
  const { token } = await world.office.signedInAs('customer')
  const elsewhere = await mkdtemp(join(tmpdir(), 'shop-two-'))
  onTestFinished(() => rm(elsewhere, { recursive: true, force: true }))
  const [first, second] = await Promise.all([world.open(), world.open({ DATA_DIR: elsewhere })])
  const readSecond = async () => (await fetch(second.address)).text()
  expect(await readSecond()).not.toContain('Told over there')

  const reported = await fetch(`${first.address}/api/testimonials`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ quote: 'Told over there' }),
  })
  expect(reported.ok).toBe(true)
  // A page that nobody drops is made anew after a minute.
  await expect.poll(readSecond, { timeout: 30_000 }).toContain('Told over there')
  await world.expectInOrder()
})
