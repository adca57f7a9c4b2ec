import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashPassword, isPassword, staffPasswordMistake } from './passwords.ts'

test('a password is kept as Argon2id with 19 MiB and two passes', async () => {
  expect(await hashPassword('kente cloth')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('the same password is never kept in the same words twice', async () => {
  expect(await hashPassword('kente cloth')).not.toBe(await hashPassword('kente cloth'))
})

test('only the right password opens', async () => {
  const kept = await hashPassword('kente cloth')
  expect(await isPassword(kept, 'kente cloth')).toBe(true)
  expect(await isPassword(kept, 'Kente cloth')).toBe(false)
  expect(await isPassword(kept, '')).toBe(false)
})

test('an accented letter opens, whichever way the keyboard sends it', async () => {
  const kept = await hashPassword('caf\u00e9-ama')
  expect(await isPassword(kept, 'cafe\u0301-ama')).toBe(true)
})

test('all 128 characters of a long password count', async () => {
  const kept = await hashPassword('a'.repeat(128))
  expect(await isPassword(kept, `${'a'.repeat(127)}b`)).toBe(false)
})

test.each([
  'short kente',
  'password1234',
  'P@ssw0rd-2026!',
  'Welcome2026!!!!',
  'adombeauty2026',
  'iloveyou123456',
  '123456789012',
  'qwertyuiopqwerty',
  'abcabcabcabc',
  'aaaaaaaaaaaaaaaa',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  '123qweasdzxc',
  '1234qwerasdf',
  'zaq12wsxcde3',
  'butterfly123',
  'Christopher1!',
  'Elizabeth-2026',
  'kwame1234567',
  'JesusLovesMe',
  'admin123admin123',
  'admin123-admin123',
  'admin123!!shop456',
  'Butterfly2026',
  'Butterf1y-2026',
  'strawberry12',
  '2026!STRAWBERRY',
  '1q2w3e4r5t6y7u8i9o0p',
  '7ygvbhu8ijnmko0',
  'harmattan!harmattan!',
])('nobody with a role has the password “%s”', (password) => {
  expect(staffPasswordMistake(password)).not.toBeNull()
})

const keys = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

test('no walk from key to key beside it is a password for somebody with a role', () => {
  const turns = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 12, maxLength: 60 })
  fc.assert(
    fc.property(fc.nat(39), turns, turns, (start, down, right) => {
      let [row, column] = [start % 4, start % 7]
      const walk = down.map((step, n) => {
        // A key stands above the gap between two keys of the row below it.
        const aside = step === 0 ? (right[n] ?? 1) : step * Math.min(0, right[n] ?? 0)
        const key = keys[row + step]?.[column + aside]
        if (key !== undefined) [row, column] = [row + step, column + aside]
        return key ?? keys[row]?.[column]
      })
      expect(staffPasswordMistake(walk.join(''))).not.toBeNull()
    }),
  )
})

test.each([
  'kente cloth shawl',
  'Yr4-plum-harmattan',
  'fast and careful',
  'XqW3jN0sK2bT',
  'kXwTqPzRvb9!',
  'hqzkvbwtrpxn',
  'kentecloth shawl 7',
  'kenteclothshawl7',
  'we were there at ten',
  'two mangoes 4 lunch',
  'kente cloth shawl kente cloth shawl',
  'ɔdɔ nyera fie kwan',
])('somebody with a role may have the password “%s”', (password) => {
  expect(staffPasswordMistake(password)).toBeNull()
})
