import type { TestShop } from './test-shop.ts'

type World = Pick<TestShop, 'ask' | 'clock' | 'shop' | 'signedInAs'>

const password = 'kente cloth'

/** Tokens of admins that were good once, or look as if they were; each stands for nobody. */
export async function worthlessTokens(world: World): Promise<Record<string, string>> {
  const { ask, clock, shop, signedInAs } = world
  const { token: expired } = await signedInAs('admin')
  clock.forward({ days: 400 })
  const { token: signedOut } = await signedInAs('admin')
  await ask('POST', '/api/auth/signout', { token: signedOut })
  const { token: good } = await signedInAs('admin')
  const leaver = { email: 'leaver@example.com', password }
  await shop.accounts.createAccount({ ...leaver, isAdmin: true })
  const { token: deleted } = await shop.accounts.signIn(leaver, { address: 'x', userAgent: 'a test' })
  await ask('POST', '/api/account/delete', { token: deleted, body: { password } })
  const tampered = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`
  return { expired, signedOut, deleted, tampered }
}

/** The token of somebody who was an admin or a driver a moment ago. */
export async function demotedToken({ ask, shop, signedInAs }: World, role: 'isAdmin' | 'isDriver') {
  const login = { email: `${role.toLowerCase()}@example.com`, password }
  await shop.accounts.createAccount({ ...login, [role]: true })
  const { token, viewer } = await shop.accounts.signIn(login, { address: role, userAgent: 'a test' })
  const { token: bossToken } = await signedInAs('admin')
  const body = { is_admin: false, is_driver: false }
  const { status } = await ask('PUT', `/api/team/${viewer.id}`, { token: bossToken, body })
  if (!viewer[role] || status !== 200) throw new Error(`The ${role} was not demoted`)
  return token
}
