import {
  addEmailBody,
  confirmPhoneBody,
  doneResponse,
  emailBody,
  phoneCodeBody,
  phoneSignInBody,
  signInResponse,
} from '#contract/accounts.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'
import { callerOf, userOf } from './accounts.ts'

const tags = ['Accounts']
const done = { success: true } as const

export function phoneAccountRoutes(api: Api, shop: Shop): void {
  signingInByPhone(api, shop)
  phoneAndEmail(api, shop)
}

function signingInByPhone(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/phone/code',
    config: { access: 'anyone' },
    schema: {
      tags,
      description:
        'Sends six digits to a mobile number of Ghana, which are good for five minutes, for the device that asks alone (`device`, as with the code; without it the address). The same answer for every number. `phone_sign_in_off` where the shop sends no codes.',
      body: phoneCodeBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.sendPhoneCode(request.body, callerOf(request))
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/auth/phone/login',
    config: { access: 'anyone' },
    schema: {
      tags,
      description:
        'Signs in with the code; the first time it makes an account. Never opens the account of somebody who works here.',
      body: phoneSignInBody,
      response: { 200: signInResponse },
    },
    handler: async (request) => {
      const { viewer, token } = await accounts.signInByPhone(request.body, callerOf(request))
      return { user: userOf(viewer), token }
    },
  })
}

/** By which ways an account opens. */
function phoneAndEmail(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'PUT',
    url: '/account/phone',
    config: { access: 'signed_in' },
    schema: {
      tags,
      description:
        'Confirms a number with a code of `/auth/phone/code`. Another account loses it. An account with a password needs it, too; one without needs a code to the number of before (`own_code`), which is told.',
      body: confirmPhoneBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      const { own_code: ownCode, ...proof } = request.body
      await accounts.confirmPhone(viewerOf(request), { ...proof, ownCode }, callerOf(request))
      return done
    },
  })

  api.route({
    method: 'DELETE',
    url: '/account/phone',
    config: { access: 'signed_in', recentPassword: true },
    schema: {
      tags,
      description: 'The number no longer opens the account, and is told.',
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.removePhone(viewerOf(request))
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/account/email/code',
    config: { access: 'signed_in' },
    schema: {
      tags,
      description: 'Mails six digits to the address that an account without an e-mail wants to add.',
      body: emailBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.askForEmail(viewerOf(request), request.body.email)
      return done
    },
  })

  api.route({
    method: 'PUT',
    url: '/account/email',
    config: { access: 'signed_in' },
    schema: {
      tags,
      description:
        'Adds the address with the code of its mailbox and one to the number of the account, which is told.',
      body: addEmailBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      const { own_code: ownCode, ...added } = request.body
      await accounts.addEmail(viewerOf(request), { ...added, ownCode }, callerOf(request))
      return done
    },
  })
}
