import {
  fromSettingsForm,
  type SettingsResponse,
  settingsBody,
  settingsResponse,
  toSettingsForm,
} from '#contract/settings-form.ts'
import { isRecord } from '#rules/is-record.ts'
import type { KnownSettings } from '#server/features/settings/settings.ts'
import type { Shop } from '#server/shop.ts'
import { viewerOf } from '../access.ts'
import type { Api } from '../typed-api.ts'

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
