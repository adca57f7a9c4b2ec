import { expect, test } from 'vitest'
import { loginPath, rememberedPlace, withReturn } from './login-path.ts'

const returnFrom = (path: string) => rememberedPlace(new URL(path, 'https://shop.example').searchParams)

test.each(['/account', '/admin/orders?status=Pending&order=7#top', '/blog/shea%20butter'])(
  'the login page remembers %s',
  (place) => {
    expect(returnFrom(loginPath(place))).toBe(place)
    expect(returnFrom(withReturn('/signup', place))).toBe(place)
  },
)

test.each(['/', '/login', '//evil.example', 'https://evil.example/account'])(
  'there is nothing to remember about %s',
  (place) => {
    expect(loginPath(place)).toBe('/login')
  },
)

test('a link from elsewhere cannot lead to another site after the login', () => {
  expect(returnFrom('/login?from=//evil.example')).toBe('/')
  expect(returnFrom('/login?from=https://evil.example')).toBe('/')
  expect(returnFrom('/login')).toBe('/')
})
