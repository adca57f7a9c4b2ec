import type { ContactMessage } from '../contract/messages.ts'
import { openAccounts } from './features/accounts/open-accounts.ts'
import type { Viewer } from './features/accounts/viewer.ts'
import { findPostById, findPostBySlug, listLatestPosts, listPosts } from './features/blog/read-posts.ts'
import { findProduct, listByIds } from './features/catalogue/find-products.ts'
import {
  listCategories,
  listProductDetails,
  listProducts,
  listRelated,
  type ProductFilter,
} from './features/catalogue/list-products.ts'
import { sellAtCounter } from './features/catalogue/sell-at-counter.ts'
import type { WantedLine } from './features/catalogue/shortages.ts'
import { defineMediaJobs } from './features/media/make-avif.ts'
import { joinNewsletter, leaveNewsletter, receiveMessage } from './features/messages/messages.ts'
import { personalMessages, personalNewsletter } from './features/messages/personal-messages.ts'
import { defineMailJob } from './features/notifications/outbox.ts'
import { defineSmsJob, openLogSms } from './features/notifications/sms.ts'
import { openOrders } from './features/orders/open-orders.ts'
import { personalOrders } from './features/orders/personal-orders.ts'
import { readSettings } from './features/settings/settings.ts'
import { personalTestimonials } from './features/testimonials/personal-testimonials.ts'
import {
  addTestimonial,
  countTestimonials,
  listTestimonials,
  type NewTestimonial,
} from './features/testimonials/testimonials.ts'
import type { Tools } from './platform/tools.ts'

export type Shop = ReturnType<typeof openShop>

type Readers = { includeDrafts: boolean }
type Page = { page: number; limit: number }

/** All rooms that keep something about people. */
const personalRecords = [personalOrders, personalTestimonials, personalMessages, personalNewsletter]

/** The counter: everything the shop can be asked to do. Both doors ask here. */
export function openShop(tools: Tools) {
  const { db } = tools
  defineMediaJobs(tools)
  defineMailJob(tools)
  defineSmsJob(tools, openLogSms(tools.log))
  return {
    /** The address people type; links to the shop start with it. */
    publicUrl: tools.config.publicUrl,
    now: tools.clock,
    accounts: openAccounts(tools, personalRecords),
    catalogue: {
      list: (filter: ProductFilter) => listProducts(db, filter),
      listDetails: (filter: ProductFilter) => listProductDetails(db, filter),
      find: (id: number) => findProduct(db, id),
      listByIds: (ids: readonly number[]) => listByIds(db, ids),
      listRelated: (product: { id: number; category: string }) => listRelated(db, product),
      listCategories: () => listCategories(db),
      sellAtCounter: (viewer: Viewer, sold: readonly WantedLine[]) => sellAtCounter(tools, viewer, sold),
    },
    orders: openOrders(tools),
    blog: {
      list: (wanted: Page & Readers) => listPosts(db, wanted),
      listLatest: (limit: number) => listLatestPosts(db, limit),
      findById: (id: number, readers: Readers) => findPostById(db, id, readers),
      findBySlug: (slug: string, readers: Readers) => findPostBySlug(db, slug, readers),
    },
    testimonials: {
      list: (page: Page) => listTestimonials(db, page),
      count: () => countTestimonials(db),
      add: (viewer: Viewer, written: NewTestimonial) => addTestimonial(tools, viewer, written),
    },
    messages: {
      receive: (address: string, message: ContactMessage) => receiveMessage(tools, address, message),
      joinNewsletter: (address: string, reader: { email: string; website?: string }) =>
        joinNewsletter(tools, address, reader),
      leaveNewsletter: (secret: string) => leaveNewsletter(tools, secret),
    },
    settings: { read: () => readSettings(db) },
  }
}
