import { expect, test } from 'vitest'
import { dailyLinks, otherLinks, setupLink } from './admin/admin-navigation.tsx'
import routes from './routes.ts'

/** That of the dashboard takes wrong addresses, too, and says so. */
const addresses = routes
  .flatMap(({ file, children }) => (file === 'admin/admin-layout.tsx' ? (children ?? []) : []))
  .map(({ path }) => `/${path?.replace(/\/\*$/, '')}`)

const links = [setupLink, ...dailyLinks, ...otherLinks]

test('every link of the back office leads to a page of it', () => {
  expect(links.map(({ to }) => to).filter((to) => !addresses.includes(to))).toEqual([])
})

test('every page of the back office is reached by a link, from there or from the page above it', () => {
  const reached = (address: string) => links.some(({ to }) => to !== '/admin' && address.startsWith(`${to}/`))
  const shown = links.map(({ to }) => to)
  expect(addresses.filter((address) => !shown.includes(address) && !reached(address))).toEqual([])
})

test('all pages below /admin stand behind the same guard', () => {
  const outside = routes.filter(({ path }) => path === 'admin' || path?.startsWith('admin/'))
  expect(outside).toEqual([])
})
