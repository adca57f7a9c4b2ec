import { doneResponse } from '#contract/accounts.ts'
import {
  type BrandResponse,
  brandForm,
  brandResponse,
  confirmBody,
  confirmParams,
  openingBody,
  ownerInviteResponse,
  samplesResponse,
  setupResponse,
} from '#contract/settings.ts'
import {
  fromSettingsForm,
  type SettingsResponse,
  settingsBody,
  settingsResponse,
  toSettingsForm,
} from '#contract/settings-form.ts'
import { brandFileAddress, brandPictureNames, readBrandColours } from '#rules/brand.ts'
import { defaultBrandColours } from '#rules/brand-colours.ts'
import { isRecord } from '#rules/is-record.ts'
import type { Brand } from '#server/features/brand/brand.ts'
import type { BrandPicture } from '#server/features/brand/tables.ts'
import type { KnownSettings } from '#server/features/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { type Api, viewerOf } from '../access.ts'
import { letPreview } from '../page-handler.ts'
import { readUpload } from '../uploads.ts'

const tags = ['Settings']

export function settingsRoutes(api: Api, { settings }: Shop): void {
  const toResponse = ({ settings: known, version }: KnownSettings): SettingsResponse => ({
    version,
    settings: toSettingsForm(known),
    can_pay_online: settings.canPayOnline,
    phone_channels: settings.phoneChannels,
  })

  api.route({
    method: 'GET',
    url: '/settings',
    config: { access: 'settings' },
    schema: { tags, response: { 200: settingsResponse } },
    handler: async () => toResponse(await settings.readKnown()),
  })

  api.route({
    method: 'PUT',
    url: '/settings',
    config: {
      access: 'settings',
      alsoNeeds: (body) => (changesPayment(body) ? 'payment_settings' : null),
      recentPassword: leadsElsewhere,
    },
    // The longest table of fees that the form allows, in any letters.
    bodyLimit: 320 * 1024,
    schema: {
      tags,
      description: 'Changes what is given. A part that somebody else changed since `version` answers 409.',
      body: settingsBody,
      response: { 200: settingsResponse },
    },
    handler: async (request) => {
      const { version, settings: form } = request.body
      const changes = fromSettingsForm(form)
      return toResponse(await settings.save(viewerOf(request).id, { version, changes }))
    },
  })
}

function changesPayment(body: unknown): boolean {
  return changesAny(body, ['payment_methods'])
}

/** How customers pay, whom they send their orders to and who measures them is worth a password; the rest is not. */
function leadsElsewhere(body: unknown): boolean {
  return changesAny(body, ['payment_methods', 'chat_number', 'measuring'])
}

function changesAny(body: unknown, names: readonly string[]): boolean {
  const given = isRecord(body) && isRecord(body.settings) ? body.settings : {}
  return names.some((name) => given[name] !== undefined)
}

const brandTags = ['Brand']

export function brandRoutes(api: Api, { brand }: Shop): void {
  api.route({
    method: 'GET',
    url: '/brand',
    config: { access: 'settings' },
    schema: { tags: brandTags, response: { 200: brandResponse } },
    handler: async () => toBrandResponse(await brand.read()),
  })

  api.route({
    method: 'PUT',
    url: '/brand',
    config: { access: 'settings', upload: true },
    schema: {
      tags: brandTags,
      description:
        'A multipart form: the versions that were seen, name, line, the four colours, fonts, corners, remove (pictures to take away, with commas), and new pictures as the files logo_light, logo_dark, icon and share_card. A colour that is too hard to read is refused, and the nearest that passes is named.',
      consumes: ['multipart/form-data'],
      response: { 200: brandResponse },
    },
    handler: async (request) => {
      const most = Object.fromEntries(brandPictureNames.map((name) => [name, 1]))
      const { fields, files } = await readUpload(request, brandForm, most)
      const { version, name_version: nameVersion, name, line, fonts, corners, remove } = fields
      const colours = readBrandColours(fields) ?? defaultBrandColours
      const given = brandPictureNames.flatMap((each) => {
        const [bytes] = files.get(each) ?? []
        return bytes ? [[each, bytes]] : []
      })
      const input = { version, nameVersion, name, line, look: { colours, fonts, corners }, remove }
      return toBrandResponse(
        await brand.save(viewerOf(request), { ...input, files: Object.fromEntries(given) }),
      )
    },
  })
}

function toBrandResponse({ name, line, look, pictures, version, nameVersion }: Brand): BrandResponse {
  const picture = (each: BrandPicture | undefined) =>
    each ? { url: brandFileAddress(each.file), width: each.width, height: each.height } : null
  return {
    version,
    name_version: nameVersion,
    name,
    line,
    ...look,
    logo_light: picture(pictures.logo_light),
    logo_dark: picture(pictures.logo_dark),
    icon: picture(pictures.icon?.large),
    share_card: picture(pictures.share_card),
  }
}

const setupTags = ['First day']

export function setupRoutes(api: Api, shop: Shop): void {
  const { opening, setup } = shop

  api.route({
    method: 'GET',
    url: '/setup',
    config: { access: 'settings' },
    schema: {
      tags: setupTags,
      description: 'Whether the shop is open, and what is left to do before.',
      response: { 200: setupResponse },
    },
    handler: (request) => setup.read(viewerOf(request)),
  })

  api.route({
    method: 'PUT',
    url: '/setup/opening',
    config: { access: 'settings' },
    schema: {
      tags: setupTags,
      description: 'Opens the shop for everybody, or closes it again.',
      body: openingBody,
      response: { 200: setupResponse },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await opening.setOpen(viewer, request.body.isOpen)
      return await setup.read(viewer)
    },
  })

  api.route({
    method: 'PUT',
    url: '/setup/items/:item',
    config: { access: 'settings' },
    schema: {
      tags: setupTags,
      description: 'Ticks what is right as it is.',
      params: confirmParams,
      body: confirmBody,
      response: { 200: setupResponse },
    },
    handler: async (request) => {
      const viewer = viewerOf(request)
      await opening.setConfirmed(viewer, request.params.item, request.body.isConfirmed)
      return await setup.read(viewer)
    },
  })

  api.route({
    method: 'POST',
    url: '/setup/preview',
    config: { access: 'office' },
    schema: {
      tags: setupTags,
      description: 'Lets this browser see the pages of a shop that is not open yet, for a day.',
      response: { 200: doneResponse },
    },
    handler: async (_request, reply) => {
      const { isOpen, previewKey } = await opening.read()
      if (!isOpen) letPreview(shop, reply, previewKey)
      return { success: true } as const
    },
  })

  api.route({
    method: 'GET',
    url: '/setup/samples',
    config: { access: 'deletion' },
    schema: {
      tags: setupTags,
      description: 'What would go with the samples, and what would stay.',
      response: { 200: samplesResponse },
    },
    handler: () => setup.countSamples(),
  })

  api.route({
    method: 'DELETE',
    url: '/setup/samples',
    config: { access: 'deletion', recentPassword: true },
    schema: {
      tags: setupTags,
      description: 'Removes the samples for good. Answers what has gone.',
      response: { 200: samplesResponse },
    },
    handler: (request) => setup.removeSamples(viewerOf(request)),
  })

  api.route({
    method: 'POST',
    url: '/setup/owner-link',
    config: { access: 'team', recentPassword: true },
    schema: {
      tags: setupTags,
      description: 'For somebody with an account of the sample shop: a link to make an own one.',
      response: { 201: ownerInviteResponse },
    },
    handler: async (request, reply) => {
      const link = await setup.inviteFromDemo(viewerOf(request))
      return reply.status(201).send({ link })
    },
  })
}
