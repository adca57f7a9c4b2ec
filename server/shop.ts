import { makeAdmin, setRoles } from './features/accounts/change-roles.ts'
import { collectOwnData, deleteAccount } from './features/accounts/data-export-and-erasure.ts'
import {
  defineInvitationJob,
  inviteColleague,
  listInvitations,
  revokeInvitation,
} from './features/accounts/invitations.ts'
import {
  defineLinkMailJob,
  giveDownloadTicket,
  takeDownloadTicket,
} from './features/accounts/one-time-links.ts'
import { createOwner, findOwnerLink, hasAdmin, inviteOwner } from './features/accounts/owner-links.ts'
import { changePassword, forgotPassword, resetPassword } from './features/accounts/password-change.ts'
import { defineAvatarJob, getProfile, saveProfile } from './features/accounts/profile.ts'
import {
  beginSecondFactor,
  readSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from './features/accounts/second-factor-setup.ts'
import {
  endOtherSessions,
  endSession,
  findViewer,
  listSessions,
  signOut,
} from './features/accounts/sessions.ts'
import { confirmPassword, signIn, unlockAccount } from './features/accounts/sign-in.ts'
import {
  confirmEmail,
  createAccount,
  isEmailConfirmed,
  resendConfirmation,
  signUp,
} from './features/accounts/sign-up.ts'
import {
  endSessionsOf,
  findTeamPerson,
  listRoleChanges,
  listTeam,
  resetSecondFactor,
  resetSecondFactorOf,
  setBlocked,
} from './features/accounts/team.ts'
import type { Viewer } from './features/accounts/viewer.ts'
import { recordExport } from './features/audit/record-change.ts'
import { findPostById, findPostBySlug, listLatestPosts, listPosts } from './features/blog/read-posts.ts'
import { addPostPicture, changePost, createPost, deletePost } from './features/blog/save-post.ts'
import { findBrandFile, readBrand, saveBrand } from './features/brand/brand.ts'
import {
  findShelf,
  listCategories,
  listFooterShelves,
  listShelves,
  listTiles,
} from './features/catalogue/categories.ts'
import { listChoices } from './features/catalogue/choices.ts'
import { mergeCategory, removeCategory } from './features/catalogue/end-category.ts'
import { exportProducts } from './features/catalogue/export-products.ts'
import { importProducts } from './features/catalogue/import-products.ts'
import {
  findForForm,
  findProduct,
  listByIds,
  listForForms,
  listProductDetails,
  listProductIds,
  listProducts,
  listRelated,
} from './features/catalogue/list-products.ts'
import { findCountdown, findNextPriceChange } from './features/catalogue/sale-prices.ts'
import { addCategory, editCategory, sortCategories } from './features/catalogue/save-category.ts'
import { sortChoices } from './features/catalogue/save-choices.ts'
import {
  addNewProduct,
  bulkUpdate as bulkUpdateProducts,
  editProduct,
  removeProduct,
} from './features/catalogue/save-product.ts'
import { addSale, editSale, endSale, listSales, removeSale } from './features/catalogue/save-sale.ts'
import { sellAtCounter } from './features/catalogue/stock.ts'
import { defineBooksJob } from './features/dashboard/invariants.ts'
import { listChangers, listChanges } from './features/dashboard/list-changes.ts'
import { countForOffice, readDashboard, readFigures } from './features/dashboard/read-dashboard.ts'
import { defineStrayFilesJob, defineUnusedPicturesJob } from './features/dashboard/stray-files.ts'
import { assignDriver, listDrivers } from './features/delivery/assign-driver.ts'
import { listCash, readOrderCash } from './features/delivery/cash-book.ts'
import { enterCash } from './features/delivery/collect-cash.ts'
import { deliveryRecords } from './features/delivery/data-export-and-erasure.ts'
import { readDriverDay } from './features/delivery/driver-day.ts'
import { confirmHandOver, listHandOvers } from './features/delivery/hand-over.ts'
import {
  addProofPhoto,
  defineProofJob,
  findDelivery,
  findProofPhoto,
  writeDeliveryNote,
} from './features/delivery/proofs-and-notes.ts'
import { takeStep } from './features/delivery/take-step.ts'
import { readOffered } from './features/discounts/find-discounts.ts'
import {
  addDiscount,
  editDiscount,
  exportCodes,
  getDiscount,
  listDiscounts,
  makeCodes,
  removeDiscount,
} from './features/discounts/save-discount.ts'
import { readHome, saveHome, showHome } from './features/home/home.ts'
import { cleanPost } from './features/media/clean-html.ts'
import { openJpegs } from './features/media/draw-jpeg.ts'
import { defineMediaJobs } from './features/media/make-avif.ts'
import {
  countUnread,
  getMessage,
  listMessages,
  messageRecords,
  receiveMessage,
  setMessageState,
} from './features/messages/messages.ts'
import {
  confirmReader,
  defineNewsletterJobs,
  exportReaders,
  joinNewsletter,
  leaveNewsletter,
  listReaders,
  newsletterRecords,
  removeReader,
} from './features/messages/newsletter.ts'
import { defineMailJob, defineSmsJob, openLogSms } from './features/notifications/outbox.ts'
import { phoneWaysOf } from './features/notifications/phone-channels.ts'
import { definePhoneJob } from './features/notifications/phone-queue.ts'
import { defineBalanceJob } from './features/notifications/sms-balance.ts'
import { openSampleFallback, readOpening, setConfirmed, setOpen } from './features/opening/opening.ts'
import { quoteCart } from './features/orders/agree-on-prices.ts'
import { defineBoughtTogetherJob, listGoesWith } from './features/orders/bought-together.ts'
import { bulkUpdate, changeStatus, writeNote } from './features/orders/change-status.ts'
import { cancelOwnOrder, listOwnOrders, trackOrder } from './features/orders/customer-orders.ts'
import { orderRecords } from './features/orders/data-export-and-erasure.ts'
import { editOrder, editOwnOrder } from './features/orders/edit-order.ts'
import { enterMoney, readLedger, takeBackMoney } from './features/orders/enter-money.ts'
import { exportOrders } from './features/orders/export-orders.ts'
import { getOrder, listOrders } from './features/orders/list-orders.ts'
import { countByStatus, countNewer, defineFoldJob, findNewestId } from './features/orders/order-counts.ts'
import { defineNotificationJob, defineResendJob } from './features/orders/order-notifications.ts'
import { placeOrder } from './features/orders/place-order.ts'
import { defineReceiptJob, isWebhookOurs, receiveReceipts } from './features/orders/receive-receipts.ts'
import { defineMessageJobs, noteMailOutcome } from './features/orders/send-messages.ts'
import { countUntold, listOrderMessages, markTold, sendAgain } from './features/orders/tell-by-hand.ts'
import { decideOnUnusual, defineReleaseJob } from './features/orders/unusual-orders.ts'
import {
  countReadTexts,
  findOwnPage,
  getPage,
  getVersion,
  listOwnPages,
  listPages,
  previewPage,
  readAbout,
  readContact,
  readFaq,
  readFooter,
  readOpeningSoon,
  readPolicy,
} from './features/pages/read-pages.ts'
import { createPage, deletePage, markPageRead, restorePage, savePage } from './features/pages/save-page.ts'
import { defineCheckJob, receiveWebhook } from './features/payments/check-payment.ts'
import { defineRefundJob } from './features/payments/check-refund.ts'
import { paymentRecords } from './features/payments/data-export-and-erasure.ts'
import { countWaiting, getAdminPayment, listPayments } from './features/payments/list-payments.ts'
import {
  answerTest,
  checkNow,
  payOnDelivery,
  payOrderOnDelivery,
  showPayment,
} from './features/payments/payment-page.ts'
import type { PaymentsContext } from './features/payments/payments-context.ts'
import { isHosted, openGateway } from './features/payments/payments-context.ts'
import { defineSweepJobs, sweep } from './features/payments/release-reservations.ts'
import {
  acceptPayment,
  decideRefund,
  markRefunded,
  refundPayment,
} from './features/payments/staff-decisions.ts'
import { retryPayment, startPayment } from './features/payments/start-payment.ts'
import { openThrottle } from './features/payments/throttle.ts'
import {
  changeReview,
  listAllReviews,
  listShownReviews,
  removeReview,
  reviewRecords,
} from './features/reviews/moderate-reviews.ts'
import { readOrderToReview, writeReview } from './features/reviews/write-review.ts'
import { readKnownSettings, readSettings, saveSettings } from './features/settings/settings.ts'
import { readSetup } from './features/setup/read-setup.ts'
import { countSamples, inviteFromDemo, removeSamples } from './features/setup/remove-samples.ts'
import { askForAlert, defineStockAlertJobs, stockAlertRecords } from './features/stock-alerts/stock-alerts.ts'
import {
  addTestimonial,
  countTestimonials,
  hideTestimonial,
  listAllTestimonials,
  listTestimonials,
  testimonialRecords,
} from './features/testimonials/testimonials.ts'
import { defineVisitsJob, openVisitCounter } from './features/visits/count-visits.ts'
import { readVisits } from './features/visits/read-visits.ts'
import { picturesAt } from './platform/config.ts'
import type { Context } from './platform/context.ts'

export type Shop = ReturnType<typeof openShop>

/** The facade: everything the shop can be asked to do. The API and the pages ask here. */
export function openShop(context: Context) {
  const { db, config } = context
  const throttle = openThrottle(context)
  const paying: PaymentsContext = { ...context, throttle, gateway: openGateway(context, throttle) }
  // In this order when an account is deleted: the orders are the last to know whose they were.
  const records = [
    deliveryRecords(context),
    paymentRecords,
    reviewRecords,
    orderRecords,
    testimonialRecords,
    messageRecords,
    newsletterRecords,
    stockAlertRecords,
  ]
  const showsSamples = openSampleFallback(context)
  const visits = openVisitCounter(context)
  defineJobs(paying)
  return {
    /** The address people type; links to the shop start with it. */
    publicUrl: config.publicUrl,
    picturesAt: picturesAt(config.storage),
    now: context.clock,
    version: context.version,

    accounts: {
      ...bind(context, { signUp, signIn, signOut, findViewer }),
      ...bind(context, { confirmEmail, isEmailConfirmed, resendConfirmation }),
      ...bind(context, { forgotPassword, resetPassword, changePassword, confirmPassword }),
      ...bind(context, { inviteOwner, findOwnerLink, createOwner, hasAdmin }),
      ...bind(context, { inviteColleague, listInvitations, revokeInvitation }),
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
      deleteAccount: (viewer: Viewer, password: string) => deleteAccount(context, records, viewer, password),
    },

    catalogue: {
      ...bind(context, {
        add: addNewProduct,
        edit: editProduct,
        remove: removeProduct,
        sortChoices,
        import: importProducts,
      }),
      ...bind(context, { bulkUpdate: bulkUpdateProducts, sellAtCounter }),
      ...bind(context, { list: listProducts, listDetails: listProductDetails, listForForms, listRelated }),
      ...bind(context, { find: findProduct, findForForm, listByIds }),
      ...bind(db, { exportAll: exportProducts }),
      ...bind(context, { listChoices }),
      ...bind(db, { listIds: listProductIds }),
    },

    categories: {
      ...bind(context, {
        add: addCategory,
        edit: editCategory,
        sort: sortCategories,
        merge: mergeCategory,
        remove: removeCategory,
      }),
      ...bind(db, { list: listCategories, listShelves, findShelf }),
      listFooterShelves: () => listFooterShelves(db, showsSamples),
      listTiles: () => listTiles(db, showsSamples),
    },

    sales: {
      ...bind(context, { add: addSale, edit: editSale, end: endSale, remove: removeSale, list: listSales }),
      ...bind(context, { findCountdown, findNextPriceChange }),
    },

    discounts: {
      ...bind(context, { check: quoteCart, readOffered }),
      ...bind(context, { add: addDiscount, edit: editDiscount, remove: removeDiscount, makeCodes }),
      ...bind(db, { list: listDiscounts, get: getDiscount, exportCodes }),
    },

    orders: {
      ...bind(context, {
        listGoesWith,
        place: placeOrder,
        track: trackOrder,
        cancelOwn: cancelOwnOrder,
        edit: editOrder,
        editOwn: editOwnOrder,
        changeStatus,
        bulkUpdate,
        writeNote,
        decideOnUnusual,
        enterMoney,
        takeBackMoney,
      }),
      ...bind(context, {
        listMessages: listOrderMessages,
        markTold,
        sendAgain,
        receiveReceipts,
        isWebhookOurs,
      }),
      ...bind(db, {
        get: getOrder,
        readLedger,
        list: listOrders,
        listOwn: listOwnOrders,
      }),
      ...bind(db, { exportAll: exportOrders, countByStatus, countNewer, countUntold, findNewestId }),
    },

    payments: {
      /** Whether Order Online can be offered. */
      isOffered: paying.gateway !== null,
      /** Whether the prompt goes to the number that the customer types at the checkout. */
      sendsPrompt: paying.gateway !== null && !isHosted({ gateway: paying.gateway.name }),
      ...bind(paying, { start: startPayment, retry: retryPayment, find: showPayment, check: checkNow }),
      ...bind(paying, { payOnDelivery, payOrderOnDelivery, answerTest, receiveWebhook, sweep }),
      ...bind(paying, { list: listPayments, get: getAdminPayment }),
      ...bind(paying, { accept: acceptPayment, markRefunded, refund: refundPayment, decideRefund }),
      ...bind(db, { countWaiting }),
    },

    delivery: {
      ...bind(context, { assignDriver, writeNote: writeDeliveryNote, readDay: readDriverDay, takeStep }),
      ...bind(context, { enterCash, confirmHandOver, addProofPhoto, findProofPhoto, find: findDelivery }),
      ...bind(db, { listDrivers, listCash, readOrderCash, listHandOvers }),
    },

    dashboard: {
      ...bind(context, { read: readDashboard }),
      ...bind(db, { countForOffice }),
      readFigures: () => readFigures(db, context.clock()),
    },

    blog: {
      ...bind(context, {
        create: createPost,
        change: changePost,
        delete: deletePost,
        addPicture: addPostPicture,
      }),
      ...bind(db, { list: listPosts, listLatest: listLatestPosts, preview: cleanPost }),
      ...bind(db, { findById: findPostById, findBySlug: findPostBySlug }),
    },

    pages: {
      ...bind(context, { create: createPage, save: savePage, delete: deletePage, restore: restorePage }),
      ...bind(context, { markRead: markPageRead }),
      ...bind(db, { list: listPages, get: getPage, getVersion, preview: previewPage }),
      ...bind(db, { countRead: countReadTexts, listOwn: listOwnPages, findOwn: findOwnPage }),
      ...bind(db, { readAbout, readFaq, readPolicy, readContact, readFooter, readOpeningSoon }),
    },

    testimonials: {
      ...bind(context, { add: addTestimonial, hide: hideTestimonial }),
      ...bind(db, { list: listTestimonials, count: countTestimonials, listAll: listAllTestimonials }),
    },

    reviews: {
      ...bind(context, { readOrder: readOrderToReview, write: writeReview }),
      ...bind(context, { change: changeReview, remove: removeReview }),
      ...bind(db, { listShown: listShownReviews, listAll: listAllReviews }),
    },

    stockAlerts: bind(context, { ask: askForAlert }),

    messages: {
      ...bind(context, { receive: receiveMessage, setState: setMessageState }),
      ...bind(context, { joinNewsletter, confirmReader, leaveNewsletter, removeReader }),
      ...bind(db, { list: listMessages, get: getMessage, countUnread, listReaders, exportReaders }),
    },

    jpegs: openJpegs(context),

    visits: {
      ...visits,
      ...bind({ ...context, flush: visits.flush }, { read: readVisits }),
    },

    opening: {
      ...bind(context, { read: readOpening, setOpen, setConfirmed }),
      showsSamples,
    },

    setup: {
      ...bind(context, { read: readSetup, countSamples, removeSamples, inviteFromDemo }),
    },

    settings: {
      ...bind(context, { save: saveSettings }),
      ...bind(db, { read: readSettings, readKnown: readKnownSettings }),
      canPayOnline: config.payments.gateway !== 'none',
      phoneChannels: phoneWaysOf(config),
    },

    brand: {
      ...bind(context, { save: saveBrand }),
      ...bind(db, { read: readBrand, findFile: findBrandFile }),
    },

    home: {
      ...bind(context, { save: saveHome }),
      ...bind(db, { read: readHome, show: showHome }),
    },

    changes: {
      ...bind(db, { list: listChanges, listPeople: listChangers }),
      ...bind(context, { recordExport }),
    },
  }
}

/** Before the jobs start. */
function defineJobs(context: PaymentsContext): void {
  defineMailJob(context, noteMailOutcome.bind(null, context))
  defineMessageJobs(context)
  defineSmsJob(context, openLogSms(context.log))
  definePhoneJob(context)
  defineReceiptJob(context)
  defineBalanceJob(context)
  defineNewsletterJobs(context)
  defineLinkMailJob(context)
  defineInvitationJob(context)
  defineAvatarJob(context)
  defineMediaJobs(context)
  defineNotificationJob(context)
  defineResendJob(context)
  defineFoldJob(context)
  defineBoughtTogetherJob(context)
  defineReleaseJob(context)
  defineCheckJob(context)
  defineRefundJob(context)
  defineSweepJobs(context)
  defineProofJob(context)
  defineStockAlertJobs(context)
  defineBooksJob(context)
  defineStrayFilesJob(context)
  defineUnusedPicturesJob(context)
  defineVisitsJob(context)
}

type WithFirst<First> = Record<string, (first: First, ...rest: never[]) => unknown>

type Bound<UseCases> = {
  [Name in keyof UseCases]: UseCases[Name] extends (first: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never
}

/** The same functions, each with this first argument given already. */
function bind<First, const UseCases extends WithFirst<First>>(
  first: First,
  useCases: UseCases,
): Bound<UseCases> {
  const bound = Object.entries(useCases).map(([name, useCase]) => [name, useCase.bind(null, first)])
  return Object.fromEntries(bound)
}
