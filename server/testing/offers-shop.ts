import { expect } from 'vitest'
import type { CampaignPreviewResponse, CampaignResponse } from '#contract/campaigns.ts'
import { sendCampaigns } from '#server/features/campaigns/send-campaigns.ts'
import { offerChoices } from '#server/features/messages/tables.ts'
import { openTellingShop } from './telling-shop.ts'

type Setup = Parameters<typeof openTellingShop>[0]

/** A shop with people who agreed to offers, and an admin who writes one. */
export async function openOffers({ settings, ...setup }: NonNullable<Setup> = { sms: 'arkesel' }) {
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'The Shop <hello@example.com>' }
  const world = await openTellingShop({ ...setup, settings: { ...mail, ...settings } })
  const { ask, context, clock, token, run } = world
  const offer = { name: 'Easter', channel: 'sms', text: 'Hello {name}, 20% off: {link}' }
  const write = async (details: object = {}) =>
    await ask<CampaignResponse>('POST', '/api/campaigns', { token, body: { ...offer, ...details } })
  const step = (id: number, from: string, to: string, rest: object = {}) =>
    ask<CampaignResponse & { code?: string }>('PUT', `/api/campaigns/${id}/state`, {
      token,
      body: { from, to, ...rest },
    })
  return {
    ...world,
    offer,
    write,
    step,
    async agree(...phones: string[]) {
      const rows = phones.map((phone) => ({ phone, agreedAt: clock(), leaveSecret: `leave-${phone}` }))
      await context.db.insert(offerChoices).values(rows)
    },
    read: async (id: number) => (await ask<CampaignResponse>('GET', `/api/campaigns/${id}`, { token })).body,
    /** Written and started; the first ones are taken from the list, but not sent yet. */
    async start(details: object = {}) {
      const { body } = await write(details)
      expect((await step(body.id, 'draft', 'sending')).status).toBe(200)
      return body.id
    },
    /** A minute later, the next ones go out. */
    async minute() {
      clock.forward({ minutes: 1 })
      await sendCampaigns(context)
      await run()
    },
    people: async (body: object) =>
      (await ask<CampaignPreviewResponse>('POST', '/api/campaigns/preview', { token, body })).body.people,
  }
}
