import { defineInvitationJob } from '../features/accounts/invitations.ts'
import { defineCodesJob, defineLinkMailJob } from '../features/accounts/one-time-codes-and-links.ts'
import { defineEmailCodeJob } from '../features/accounts/own-sign-in.ts'
import { definePhoneCodeJob } from '../features/accounts/phone-sign-in.ts'
import { defineAvatarJob } from '../features/accounts/profile.ts'
import { definePushJob, tellStaff } from '../features/alerts/staff-alerts.ts'
import { defineCampaignJobs } from '../features/campaigns/send-campaigns.ts'
import {
  defineBooksJob,
  defineStrayFilesJob,
  defineUnusedPicturesJob,
} from '../features/dashboard/invariants.ts'
import { defineProofJob } from '../features/delivery/proofs-and-notes.ts'
import { defineEventJobs } from '../features/events/announce.ts'
import { defineMediaJobs } from '../features/media/pictures.ts'
import { defineNewsletterJobs } from '../features/messages/newsletter.ts'
import { defineReplyJobs } from '../features/messages/replies.ts'
import { definePhoneJob } from '../features/notifications/deliver.ts'
import { defineMailJob, defineSmsJob, openLogSms } from '../features/notifications/outbox.ts'
import { defineBalanceJob } from '../features/notifications/phone-channels.ts'
import { defineBoughtTogetherJob } from '../features/orders/bought-together.ts'
import { hasBeenDelivered } from '../features/orders/customer-orders.ts'
import { defineFoldJob } from '../features/orders/order-counts.ts'
import {
  defineNotificationJob,
  defineResendJob,
  notifyCustomers,
} from '../features/orders/order-notifications.ts'
import { defineMessageJobs, defineReceiptJob, noteMailOutcome } from '../features/orders/send-messages.ts'
import { defineReleaseJob } from '../features/orders/unusual-orders.ts'
import { defineCheckJob } from '../features/payments/check-payment.ts'
import type { PaymentsContext } from '../features/payments/payments-context.ts'
import { defineSweepJobs } from '../features/payments/release-reservations.ts'
import { defineRefundJob } from '../features/payments/settle-refund.ts'
import { defineReceiptCheckJob } from '../features/receipts/issue-receipts.ts'
import { defineReturnPhotoJob } from '../features/returns/open-return.ts'
import { defineStockAlertJobs } from '../features/stock-alerts/stock-alerts.ts'
import { defineVisitsJob } from '../features/visits/visits.ts'
import { defineWebhookJobs, queueDeliveries } from '../features/webhooks/deliver.ts'

/** Before the jobs start. */
export function defineJobs(context: PaymentsContext): void {
  defineMailJob(context, noteMailOutcome.bind(null, context))
  defineMessageJobs(context)
  defineSmsJob(context, openLogSms(context.log))
  definePhoneJob(context)
  defineReceiptJob(context)
  defineReplyJobs(context)
  defineBalanceJob(context)
  defineNewsletterJobs(context)
  defineLinkMailJob(context)
  definePhoneCodeJob(context, hasBeenDelivered)
  defineEmailCodeJob(context)
  defineCodesJob(context)
  defineInvitationJob(context)
  defineAvatarJob(context)
  defineMediaJobs(context)
  defineNotificationJob(context)
  defineResendJob(context)
  defineFoldJob(context)
  defineReceiptCheckJob(context)
  defineBoughtTogetherJob(context)
  defineReleaseJob(context)
  defineCheckJob(context)
  defineRefundJob(context)
  defineSweepJobs(context)
  defineProofJob(context)
  defineReturnPhotoJob(context)
  defineStockAlertJobs(context)
  defineCampaignJobs(context)
  defineEventJobs(context, { repeatedly: [notifyCustomers], once: [tellStaff, queueDeliveries] })
  defineWebhookJobs(context)
  definePushJob(context)
  defineBooksJob(context)
  defineStrayFilesJob(context)
  defineUnusedPicturesJob(context)
  defineVisitsJob(context)
}
