import type { Context } from '#server/platform/context.ts'
import type { PersonalRecords } from './data-export-and-erasure.ts'
import { collectOwnData, deleteAccount } from './data-export-and-erasure.ts'
import type { Caller } from './limits.ts'
import { defineLinkMailJob, giveDownloadTicket, takeDownloadTicket } from './one-time-links.ts'
import { changePassword, forgotPassword, resetPassword } from './password-change.ts'
import { defineAvatarJob, getProfile, type ProfileChange, saveProfile } from './profile.ts'
import { endOtherSessions, endSession, findViewer, listSessions, signOut } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { confirmEmail, createAccount, type ReadyAccount, resendConfirmation, signUp } from './sign-up.ts'
import { findTeamPerson, listRoleChanges, listTeam, makeAdmin, type Roles, setRoles } from './team.ts'
import type { Viewer } from './viewer.ts'

type Login = { email: string; password: string }
type PasswordChange = { currentPassword: string; password: string }
type Page = { page: number; limit: number }

/** The records are what the features above store about people; they are exported and erased together with the account. */
export function openAccounts(context: Context, records: readonly PersonalRecords[] = []) {
  defineLinkMailJob(context)
  defineAvatarJob(context)
  return {
    findViewer: (token: string) => findViewer(context, token),
    giveDownloadTicket: (viewer: Viewer) => giveDownloadTicket(context, viewer),
    takeDownloadTicket: (ticket: string) => takeDownloadTicket(context, ticket),
    signUp: (login: Login, caller: Caller) => signUp(context, login, caller),
    signIn: (login: Login, caller: Caller) => signIn(context, login, caller),
    signOut: (viewer: Viewer) => signOut(context, viewer),
    confirmEmail: (token: string) => confirmEmail(context, token),
    resendConfirmation: (viewer: Viewer, caller: Caller) => resendConfirmation(context, viewer, caller),
    forgotPassword: (email: string, caller: Caller) => forgotPassword(context, email, caller),
    resetPassword: (input: { token: string; password: string }, caller: Caller) =>
      resetPassword(context, input, caller),
    changePassword: (viewer: Viewer, change: PasswordChange, caller: Caller) =>
      changePassword(context, viewer, change, caller),
    getProfile: (viewer: Viewer, email: string) => getProfile(context, viewer, email),
    saveProfile: (viewer: Viewer, change: ProfileChange) => saveProfile(context, viewer, change),
    listSessions: (viewer: Viewer) => listSessions(context, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(context, viewer, sessionId),
    endOtherSessions: (viewer: Viewer) => endOtherSessions(context, viewer),
    collectOwnData: (viewer: Viewer) => collectOwnData(context, records, viewer),
    deleteAccount: (viewer: Viewer, password: string, caller: Caller) =>
      deleteAccount(context, records, viewer, password, caller),
    listTeam: (wanted: Page & { q?: string }) => listTeam(context.db, wanted),
    findTeamPerson: (id: string) => findTeamPerson(context.db, id),
    listRoleChanges: (page: Page) => listRoleChanges(context.db, page),
    setRoles: (viewer: Viewer, userId: string, roles: Partial<Roles>) =>
      setRoles(context, viewer, userId, roles),
    makeAdmin: (email: string) => makeAdmin(context, email),
    createAccount: (account: ReadyAccount) => createAccount(context, account),
  }
}
