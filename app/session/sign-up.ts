import type { SignUpResponse } from '#contract/accounts.ts'
import { api } from '../data/api.ts'
import { deviceId, failed, type SignInResult } from './sign-in.ts'

/**
 * Creates the account only; nobody is signed in by it. The shop remembers on which device, until the email is confirmed.
 * Apart from the sign-in, which every page loads.
 */
export async function signUp(email: string, password: string): Promise<SignInResult> {
  try {
    const answer = await api.post<Partial<SignUpResponse> | null>('/api/auth/signup', {
      anonymous: true,
      body: { email, password, device: deviceId() },
      otherwise: 'Failed to create account',
    })
    // An answer that names no account, such as that of a hotel's network, has made none.
    if (!answer?.user) throw new Error('')
    return { error: null }
  } catch (error) {
    return failed(error)
  }
}
