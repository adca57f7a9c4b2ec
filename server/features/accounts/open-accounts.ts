import type { Tools } from '#server/platform/tools.ts'
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

/** The records are what the rooms above keep about people; they are handed out and forgotten together with the account. */
export function openAccounts(tools: Tools, records: readonly PersonalRecords[] = []) {
  defineLinkMailJob(tools)
  defineAvatarJob(tools)
  return {
    findViewer: (token: string) => findViewer(tools, token),
    giveDownloadTicket: (viewer: Viewer) => giveDownloadTicket(tools, viewer),
    takeDownloadTicket: (ticket: string) => takeDownloadTicket(tools, ticket),
    signUp: (login: Login, caller: Caller) => signUp(tools, login, caller),
    signIn: (login: Login, caller: Caller) => signIn(tools, login, caller),
    signOut: (viewer: Viewer) => signOut(tools, viewer),
    confirmEmail: (token: string) => confirmEmail(tools, token),
    resendConfirmation: (viewer: Viewer, caller: Caller) => resendConfirmation(tools, viewer, caller),
    forgotPassword: (email: string, caller: Caller) => forgotPassword(tools, email, caller),
    resetPassword: (wish: { token: string; password: string }, caller: Caller) =>
      resetPassword(tools, wish, caller),
    changePassword: (viewer: Viewer, change: PasswordChange, caller: Caller) =>
      changePassword(tools, viewer, change, caller),
    getProfile: (viewer: Viewer, email: string) => getProfile(tools, viewer, email),
    saveProfile: (viewer: Viewer, change: ProfileChange) => saveProfile(tools, viewer, change),
    listSessions: (viewer: Viewer) => listSessions(tools, viewer),
    endSession: (viewer: Viewer, sessionId: string) => endSession(tools, viewer, sessionId),
    endOtherSessions: (viewer: Viewer) => endOtherSessions(tools, viewer),
    collectOwnData: (viewer: Viewer) => collectOwnData(tools, records, viewer),
    deleteAccount: (viewer: Viewer, password: string, caller: Caller) =>
      deleteAccount(tools, records, viewer, password, caller),
    listTeam: (wanted: Page & { q?: string }) => listTeam(tools.db, wanted),
    findTeamPerson: (id: string) => findTeamPerson(tools.db, id),
    listRoleChanges: (page: Page) => listRoleChanges(tools.db, page),
    setRoles: (viewer: Viewer, userId: string, roles: Partial<Roles>) =>
      setRoles(tools, viewer, userId, roles),
    makeAdmin: (email: string) => makeAdmin(tools, email),
    createAccount: (account: ReadyAccount) => createAccount(tools, account),
  }
}
