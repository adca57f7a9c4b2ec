import { openAccounts } from './facade/accounts.ts'
import { bind, bindContextReads, bindReads } from './facade/bind.ts'
import { openContent } from './facade/content.ts'
import { defineJobs } from './facade/jobs.ts'
import { openOrdering } from './facade/ordering.ts'
import { openSelling } from './facade/selling.ts'
import { removePhone } from './features/accounts/push-phones.ts'
import {
  chooseAlert,
  findNewestSound,
  readAlerts,
  readPushKeys,
  savePhone,
} from './features/alerts/staff-alerts.ts'
import { recordExport } from './features/audit/record-change.ts'
import { listChangers, listChanges } from './features/dashboard/list-changes.ts'
import { countForOffice, readDashboard, readFigures } from './features/dashboard/read-dashboard.ts'
import { openJpegs } from './features/media/pictures.ts'
import { phoneWaysOf } from './features/notifications/phone-channels.ts'
import { sendsPhoneCodes } from './features/notifications/phone-codes.ts'
import { openSampleFallback, readOpening, setConfirmed, setOpen } from './features/opening/opening.ts'
import { openGateway, openThrottle, type PaymentsContext } from './features/payments/payments-context.ts'
import { readKnownSettings, readSettings, saveSettings } from './features/settings/settings.ts'
import { countSamples, inviteFromDemo, readSetup, removeSamples } from './features/setup/setup.ts'
import { openVisitCounter, readVisits } from './features/visits/visits.ts'
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendTest,
} from './features/webhooks/webhooks.ts'
import { picturesAt } from './platform/config.ts'
import type { Context } from './platform/context.ts'

export type Shop = ReturnType<typeof openShop>

/** The facade: everything the shop can be asked to do. The API and the pages ask here. */
export function openShop(context: Context) {
  const { db, reads, config } = context
  const throttle = openThrottle(context)
  const paying: PaymentsContext = { ...context, throttle, gateway: openGateway(context, throttle) }
  const showsSamples = openSampleFallback(context)
  const visits = openVisitCounter(context)
  defineJobs(paying)
  return {
    /** The address people type; links to the shop start with it. */
    publicUrl: config.publicUrl,
    picturesAt: picturesAt(config.storage),
    now: context.clock,
    version: context.version,

    accounts: openAccounts(context),
    ...openSelling(context, showsSamples),
    ...openOrdering(paying),
    ...openContent(context),
    jpegs: openJpegs(context),

    dashboard: {
      ...bindContextReads(context, { read: readDashboard }),
      countForOffice: () => reads.ask((db) => countForOffice(db)),
      readFigures: () => reads.ask((db) => readFigures(db, context.clock())),
    },

    alerts: {
      ...bind(context, { read: readAlerts, choose: chooseAlert, savePhone, removePhone, findNewestSound }),
      preparePush: async () => void (await readPushKeys(context)),
    },

    webhooks: {
      ...bind(context, { add: addWebhook, list: listWebhooks, change: changeWebhook, remove: removeWebhook }),
      ...bind(context, { renewSecret, sendTest, listDeliveries, sendAgain }),
    },

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
      hasPhoneSignIn: sendsPhoneCodes(config),
    },

    changes: {
      ...bindReads(reads, { list: listChanges, listPeople: listChangers }),
      ...bind(context, { recordExport }),
    },
  }
}
