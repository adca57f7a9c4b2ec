import {
  addEmailBody,
  begunSecondFactorResponse,
  codeBody,
  confirmPhoneBody,
  doneResponse,
  emailBody,
  passwordBody,
  phoneCodeBody,
  phoneSignInBody,
  profileForm,
  profileParams,
  profileResponse,
  recoveryCodesResponse,
  secondFactorResponse,
  signInResponse,
} from '#contract/accounts.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { readUpload } from '../uploads.ts'
import { callerOf, userOf } from './accounts.ts'

const profileTags = ['Profile']

export function profileRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'GET',
    url: '/profile/email/:email',
    config: { access: 'signed_in' },
    schema: { tags: profileTags, params: profileParams, response: { 200: profileResponse } },
    handler: (request) => accounts.getProfile(viewerOf(request), request.params.email),
  })

  api.route({
    method: 'PUT',
    url: '/profile',
    config: { access: 'signed_in', upload: true },
    schema: {
      tags: profileTags,
      description:
        'A multipart form: id, email, full_name, display_name, website, phone, shipping_address, city, state, avatar_url, and a photo as the file avatar.',
      consumes: ['multipart/form-data'],
      response: { 200: profileResponse },
    },
    handler: async (request) => {
      const { fields, files } = await readUpload(request, profileForm, { avatar: 1 })
      const [photo] = files.get('avatar') ?? []
      return await accounts.saveProfile(viewerOf(request), { ...fields, photo })
    },
  })
}

const tags = ['Accounts']
const done = { success: true } as const

/** The staff's alone: customers sign in with their password. */
export function secondFactorRoutes(api: Api, { accounts }: Shop): void {
  api.route({
    method: 'POST',
    url: '/auth/confirm-password',
    config: { access: 'signed_in' },
    schema: {
      tags,
      description: 'After `password_needed`: for ten minutes, this session is not asked again.',
      body: passwordBody,
      response: { 200: doneResponse },
    },
    handler: async (request) => {
      await accounts.confirmPassword(viewerOf(request), request.body.password)
      return done
    },
  })

  api.route({
    method: 'GET',
    url: '/account/second-factor',
    config: { access: 'staff' },
    schema: { tags, response: { 200: secondFactorResponse } },
    handler: (request) => accounts.readSecondFactor(viewerOf(request)),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor',
    config: { access: 'staff' },
    schema: {
      tags,
      description: 'Begins to set up an authenticator app. It holds once a code of it was sent to `…/on`.',
      body: passwordBody,
      response: { 200: begunSecondFactorResponse },
    },
    handler: (request) => accounts.beginSecondFactor(viewerOf(request), request.body.password),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/on',
    config: { access: 'staff' },
    schema: { tags, body: codeBody, response: { 200: recoveryCodesResponse } },
    handler: async (request) => ({
      recoveryCodes: await accounts.turnOnSecondFactor(viewerOf(request), request.body.code),
    }),
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/off',
    config: { access: 'staff' },
    schema: { tags, body: passwordBody, response: { 200: doneResponse } },
    handler: async (request) => {
      await accounts.turnOffSecondFactor(viewerOf(request), request.body.password)
      return done
    },
  })

  api.route({
    method: 'POST',
    url: '/account/second-factor/recovery-codes',
    config: { access: 'staff' },
    schema: {
      tags,
      description: 'Ten new ones; the earlier ones end.',
      body: passwordBody,
      response: { 200: recoveryCodesResponse },
    },
    handler: async (request) => ({
      recoveryCodes: await accounts.renewRecoveryCodes(viewerOf(request), request.body.password),
    }),
  })
}

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
