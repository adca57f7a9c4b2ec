import { findKeyViewer, listKeys, makeKey, revokeKey } from '../features/accounts/api-keys.ts'
import { makeAdmin, setRoles } from '../features/accounts/change-roles.ts'
import { collectOwnData, deleteAccount } from '../features/accounts/data-export-and-erasure.ts'
import { inviteColleague, listInvitations, revokeInvitation } from '../features/accounts/invitations.ts'
import type { Caller } from '../features/accounts/limits.ts'
import { giveDownloadTicket, takeDownloadTicket } from '../features/accounts/one-time-codes-and-links.ts'
import {
  addEmail,
  askForEmail,
  changePassword,
  confirmPhone,
  forgotPassword,
  removePhone,
  resetPassword,
} from '../features/accounts/own-sign-in.ts'
import { createOwner, findOwnerLink, hasAdmin, inviteOwner } from '../features/accounts/owner-links.ts'
import { sendPhoneCode, signInByPhone } from '../features/accounts/phone-sign-in.ts'
import { getProfile, saveProfile } from '../features/accounts/profile.ts'
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../features/accounts/second-factor-setup.ts'
import {
  endOtherSessions,
  endSession,
  findViewer,
  listSessions,
  signOut,
} from '../features/accounts/sessions.ts'
import {
  confirmEmail,
  confirmPassword,
  createAccount,
  isEmailConfirmed,
  resendConfirmation,
  signIn,
  signUp,
  unlockAccount,
} from '../features/accounts/sign-in-and-sign-up.ts'
import {
  endSessionsOf,
  findTeamPerson,
  listRoleChanges,
  listTeam,
  resetSecondFactor,
  resetSecondFactorOf,
  setBlocked,
} from '../features/accounts/team.ts'
import type { Viewer } from '../features/accounts/viewer.ts'
import { campaignRecords } from '../features/campaigns/audience.ts'
import { deliveryRecords } from '../features/delivery/data-export-and-erasure.ts'
import { messageRecords } from '../features/messages/messages.ts'
import { newsletterRecords } from '../features/messages/newsletter.ts'
import { offerRecords } from '../features/messages/offers.ts'
import { orderRecords } from '../features/orders/data-export-and-erasure.ts'
import { paymentRecords } from '../features/payments/data-export-and-erasure.ts'
import { receiptRecords } from '../features/receipts/show-receipts.ts'
import { returnRecords } from '../features/returns/data-export-and-erasure.ts'
import { reviewRecords } from '../features/reviews/reviews.ts'
import { stockAlertRecords } from '../features/stock-alerts/stock-alerts.ts'
import { testimonialRecords } from '../features/testimonials/testimonials.ts'
import type { Context } from '../platform/context.ts'
import { bind } from './bind.ts'

/** Who somebody is, what they may, and what the shop knows of them. */
export function openAccounts(context: Context) {
  const { db } = context
  // In this order when an account is deleted: the orders are the last to know whose they were.
  const records = [
    deliveryRecords(context),
    paymentRecords,
    reviewRecords,
    receiptRecords,
    returnRecords(context),
    orderRecords,
    testimonialRecords,
    messageRecords,
    newsletterRecords,
    offerRecords,
    campaignRecords,
    stockAlertRecords,
  ]
  return {
    ...bind(context, { signUp, signIn, signOut, findViewer }),
    ...bind(context, { sendPhoneCode, signInByPhone, confirmPhone, removePhone, askForEmail, addEmail }),
    ...bind(context, { confirmEmail, isEmailConfirmed, resendConfirmation }),
    ...bind(context, { forgotPassword, resetPassword, changePassword, confirmPassword }),
    ...bind(context, { inviteOwner, findOwnerLink, createOwner, hasAdmin }),
    ...bind(context, { inviteColleague, listInvitations, revokeInvitation }),
    ...bind(context, { makeKey, listKeys, revokeKey, findKeyViewer }),
    ...bind(context, { getProfile, saveProfile }),
    ...bind(context, { readSecondFactor, beginSecondFactor, turnOnSecondFactor, turnOffSecondFactor }),
    ...bind(context, { renewRecoveryCodes, resetSecondFactor, resetSecondFactorOf }),
    ...bind(context, {
      listSessions,
      endSession,
      endOtherSessions,
      giveDownloadTicket,
      takeDownloadTicket,
    }),
    ...bind(context, { setRoles, setBlocked, endSessionsOf, makeAdmin, createAccount, unlockAccount }),
    ...bind(db, { listTeam, findTeamPerson, listRoleChanges }),
    collectOwnData: (viewer: Viewer) => collectOwnData(context, records, viewer),
    deleteAccount: (viewer: Viewer, proof: Parameters<typeof deleteAccount>[3], caller: Caller) =>
      deleteAccount(context, records, viewer, proof, caller),
  }
}
