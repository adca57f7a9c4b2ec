import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { insertAccount } from './sign-in-and-sign-up.ts'
import { credentials, users } from './tables.ts'

const { context, close } = await openTestShop()
afterAll(close)

test('of fifty accounts with one e-mail, made at once, one stands', async () => {
  const account = { email: 'ama@example.com', passwordHash: 'hash' }
  const ids = await Promise.all(Array.from({ length: 50 }, () => insertAccount(context, context.db, account)))
  const [id, ...others] = ids.filter((each) => each !== null)
  expect(others).toEqual([])
  expect(await context.db.select({ id: users.id }).from(users)).toEqual([{ id }])
  expect(await context.db.select({ userId: credentials.userId }).from(credentials)).toEqual([{ userId: id }])
})

test('the database itself refuses an e-mail in a second spelling', async () => {
  const account = { email: 'Ama@example.com', passwordHash: 'hash' }
  await expect(insertAccount(context, context.db, account)).rejects.toMatchObject({
    cause: { constraint: 'users_email_normal_check' },
  })
})
