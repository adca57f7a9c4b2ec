import { afterAll, expect, test, vi } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'

const { ask, close } = await openTestShop()
afterAll(close)

/** Every password is brought into one form just before it is hashed, and nowhere else. */
const prepared = vi.spyOn(String.prototype, 'normalize')
afterAll(() => prepared.mockRestore())

/** How many passwords a call has hashed: the one part of it that takes long enough for a clock. */
async function hashedBy(path: string, body: { email: string; password?: string }): Promise<number> {
  prepared.mockClear()
  await ask('POST', `/api/auth/${path}`, { body })
  return prepared.mock.contexts.filter((text) => String(text) === body.password).length
}

test('an e-mail without an account costs the same hashing as one with an account, so that no clock tells them apart', async () => {
  const password = 'kente cloth'
  await ask('POST', '/api/auth/signup', { body: { email: 'known@example.com', password } })
  for (const email of ['known@example.com', 'unknown@example.com']) {
    expect(await hashedBy('signin', { email, password: 'a guess' })).toBe(1)
    expect(await hashedBy('forgot-password', { email })).toBe(0)
    expect(await hashedBy('signup', { email, password })).toBe(1)
  }
})
