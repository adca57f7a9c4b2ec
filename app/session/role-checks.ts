import { api } from '../data/api.ts'
import { isUndecided } from '../data/api-problem.ts'
import type { AnsweredUser, RoleCheck } from './session-state.ts'

type AdminCheck = { is_admin: boolean; user?: AnsweredUser }
type DriverCheck = { is_driver: boolean }

/** Both questions at once. Any "no" of the shop means no; only a shop that could not answer leaves the question open. */
export async function checkRoles() {
  const [admin, driver] = await Promise.all([
    ask<AdminCheck>('/api/auth/check-admin'),
    ask<DriverCheck>('/api/auth/is-driver'),
  ])
  return {
    admin: roleIn(admin, (answer) => answer.is_admin),
    driver: roleIn(driver, (answer) => answer.is_driver),
    user: admin === 'undecided' ? undefined : admin?.user,
  }
}

type Asked<Answer> = Answer | 'undecided' | null

async function ask<Answer>(path: string): Promise<Asked<Answer>> {
  try {
    return await api.get<Answer>(path, { quietWhenSignedOut: true })
  } catch (error) {
    return isUndecided(error) ? 'undecided' : null
  }
}

function roleIn<Answer>(asked: Asked<Answer>, read: (answer: Answer) => boolean): RoleCheck {
  if (asked === 'undecided') return null
  return asked !== null && read(asked) === true
}
