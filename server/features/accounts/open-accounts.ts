import type { Tools } from '../../platform/tools.ts'
import { openAuth } from './auth.ts'
import { confirmEmail } from './confirm-email.ts'
import { createAccount, type ReadyAccount } from './create-account.ts'
import { findViewer } from './find-viewer.ts'
import { forgotPassword } from './forgot-password.ts'
import type { Caller } from './limits.ts'
import { defineLinkMailJob } from './link-mails.ts'
import { makeAdmin } from './make-admin.ts'
import { resendConfirmation } from './resend-confirmation.ts'
import { resetPassword } from './reset-password.ts'
import { type Roles, setRoles } from './set-roles.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import type { Viewer } from './viewer.ts'

type Login = { email: string; password: string }

export function openAccounts(tools: Tools) {
  const auth = openAuth(tools)
  defineLinkMailJob(tools)
  return {
    findViewer: (token: string) => findViewer(tools, token),
    signUp: (login: Login, caller: Caller) => signUp(tools, login, caller),
    signIn: (login: Login, caller: Caller) => signIn(tools, auth, login, caller),
    signOut: (viewer: Viewer) => signOut(tools, viewer),
    confirmEmail: (token: string) => confirmEmail(tools, token),
    resendConfirmation: (viewer: Viewer, caller: Caller) => resendConfirmation(tools, viewer, caller),
    forgotPassword: (email: string, caller: Caller) => forgotPassword(tools, email, caller),
    resetPassword: (wish: { token: string; password: string }, caller: Caller) =>
      resetPassword(tools, wish, caller),
    setRoles: (viewer: Viewer, userId: string, roles: Partial<Roles>) =>
      setRoles(tools, viewer, userId, roles),
    makeAdmin: (email: string) => makeAdmin(tools, email),
    createAccount: (account: ReadyAccount) => createAccount(tools, account),
  }
}
