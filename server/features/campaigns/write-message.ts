import {
  type CampaignChannel,
  campaignChannels,
  fillCampaign,
  sampleSecret,
  stopWords,
} from '#rules/campaigns.ts'
import type { FailureReason } from '#rules/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import type { Mail } from '#server/platform/mailer.ts'
import type { Carrier } from '../notifications/deliver.ts'
import { type NamedEmail, signEmail } from '../notifications/outbox.ts'
import { openPhoneChannels } from '../notifications/phone-channels.ts'
import type { PhoneChannel, PhoneMessage, SendResult } from '../notifications/phone-message.ts'
import type { CampaignRow } from './tables.ts'

/** By what this shop can send offers: WhatsApp needs a template for them, mails a mail server. */
export function channelsFor({ config }: Pick<Context, 'config'>): Record<CampaignChannel, boolean> {
  const open = openPhoneChannels(config).flatMap(({ name, sendOffer }) => (sendOffer ? name : []))
  const has = (channel: CampaignChannel) =>
    channel === 'email' ? config.mail.smtpUrl !== undefined : open.includes(channel)
  return Object.fromEntries(campaignChannels.map((name) => [name, has(name)])) as Record<
    CampaignChannel,
    boolean
  >
}

type Receiver = { id: string; to: string; name: string; shopName: string; secret: string | null }

type Offer = Pick<CampaignRow, 'channel' | 'subject' | 'text' | 'link'>

/** What one person reads; without a secret, as a test to oneself. */
export function writeMessage(
  { config: { publicUrl } }: Pick<Context, 'config'>,
  { channel, text, link }: Offer,
  { id, to, name, shopName, secret }: Receiver,
): PhoneMessage {
  const url = publicUrl + link
  const words = fillCampaign(channel, { text, name, shopName, url })
  return {
    ...{ id, to, shopName, words },
    link: channel === 'sms' ? stopWords(publicUrl, secret ?? sampleSecret) : url,
  }
}

type OfferCarrier = Carrier & Pick<PhoneChannel, 'ask'>

/** Null: this shop cannot send that way. */
export function openCarrier(context: Context, offer: Offer, secret: string | null): OfferCarrier | null {
  if (offer.channel === 'email')
    return { name: 'email', perDay: null, send: (message) => mailOffer(context, offer, message, secret) }
  const channel = openPhoneChannels(context.config).find(({ name }) => name === offer.channel)
  if (!channel?.sendOffer) return null
  const { name, perDay, sendOffer, ask } = channel
  return { name, perDay, send: sendOffer, ...(ask && { ask }) }
}

async function mailOffer(
  context: Context,
  { subject }: Offer,
  { id, to, words, link }: PhoneMessage,
  secret: string | null,
): Promise<SendResult> {
  const { publicUrl } = context.config
  const page = `${publicUrl}/newsletter/leave?secret=${secret ?? ''}`
  const mail = await signEmail(context, context.db, offerEmail(subject, words, link, secret && page))
  const unsubscribe = secret && { page, oneClick: `${publicUrl}/api/newsletter/leave/${secret}` }
  return await send(context, { to, ...mail, idempotencyKey: id, ...(unsubscribe && { unsubscribe }) })
}

function offerEmail(subject: string, words: string, url: string, page: string | null): NamedEmail {
  return (shopName) => ({
    subject,
    paragraphs: words.split(/\n+/).flatMap((line) => line.trim() || []),
    button: { label: 'See it in the shop', url },
    ...(page && { link: { label: 'Unsubscribe', url: page } }),
    afterwards: [
      page
        ? `You get this because you asked for the letters of ${shopName}.`
        : 'This is a test: the link to unsubscribe stands here.',
    ],
  })
}

/** A mail server that cannot be reached got nothing; one that broke off in the middle may have. */
async function send({ mailer }: Context, mail: Mail): Promise<SendResult> {
  try {
    await mailer.send(mail)
    return { is: 'sent', providerId: null }
  } catch (error) {
    return judgeMailError(error)
  }
}

const notConnected = ['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ETLS', 'EAUTH']

function judgeMailError(error: unknown): SendResult {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number }
  const reason: FailureReason = responseCode === 550 || responseCode === 553 ? 'bad_number' : 'refused'
  if (code === 'EAUTH' || notConnected.includes(code)) return { is: 'later', reason: 'unreachable' }
  if (responseCode >= 500) return { is: 'refused', reason }
  return responseCode >= 400 ? { is: 'later', reason: 'refused' } : { is: 'unknown' }
}
