import { openAccounts } from './features/accounts/open-accounts.ts'
import { openBlog } from './features/blog/open-blog.ts'
import { openCatalogue } from './features/catalogue/open-catalogue.ts'
import { openChanges } from './features/dashboard/open-changes.ts'
import { openDashboard } from './features/dashboard/open-dashboard.ts'
import { openDelivery } from './features/delivery/open-delivery.ts'
import { personalDelivery } from './features/delivery/personal-delivery.ts'
import { defineMediaJobs } from './features/media/make-avif.ts'
import { openMessages } from './features/messages/open-messages.ts'
import { personalMessages, personalNewsletter } from './features/messages/personal-messages.ts'
import { defineMailJob } from './features/notifications/outbox.ts'
import { defineSmsJob, openLogSms } from './features/notifications/sms.ts'
import { openOrders } from './features/orders/open-orders.ts'
import { personalOrders } from './features/orders/personal-orders.ts'
import { openPayments } from './features/payments/open-payments.ts'
import { personalPayments } from './features/payments/personal-payments.ts'
import { openSettings } from './features/settings/open-settings.ts'
import { openTestimonials } from './features/testimonials/open-testimonials.ts'
import { personalTestimonials } from './features/testimonials/personal-testimonials.ts'
import type { Context } from './platform/context.ts'
import { picturesAt } from './platform/storage-config.ts'

export type Shop = ReturnType<typeof openShop>

/** All rooms that keep something about people. */
const personalRecords = [
  personalPayments,
  personalOrders,
  personalTestimonials,
  personalMessages,
  personalNewsletter,
]

/** The counter: everything the shop can be asked to do. Both doors ask here. */
export function openShop(context: Context) {
  defineMediaJobs(context)
  defineMailJob(context)
  defineSmsJob(context, openLogSms(context.log))
  return {
    /** The address people type; links to the shop start with it. */
    publicUrl: context.config.publicUrl,
    picturesAt: picturesAt(context.config.storage),
    now: context.clock,
    accounts: openAccounts(context, [personalDelivery(context), ...personalRecords]),
    catalogue: openCatalogue(context),
    orders: openOrders(context),
    payments: openPayments(context),
    delivery: openDelivery(context),
    dashboard: openDashboard(context),
    blog: openBlog(context),
    testimonials: openTestimonials(context),
    messages: openMessages(context),
    settings: openSettings(context),
    changes: openChanges(context),
  }
}
