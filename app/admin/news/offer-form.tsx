import { useEffect, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { isNumber, isText, oneOf, orNull, shapeOf } from '#app/session/draft-shape.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { useFormErrors } from '#app/ui/form-errors.tsx'
import type { CampaignCard, CampaignListResponse, CampaignPreviewResponse } from '#contract/campaigns.ts'
import {
  type CampaignChannel,
  type CampaignFields,
  campaignChannels,
  campaignPlaces,
  checkCampaign,
  fillCampaign,
  longestCampaign,
  longestCampaignText,
  partsOfCampaign,
  priceOfCampaign,
  smsOfCampaign,
} from '#rules/campaigns.ts'
import { showSmsPrice } from '#rules/notification-settings.ts'
import { channelLabels } from '#rules/notifications.ts'
import { wideLetters } from '#rules/sms-parts.ts'
import { type Conflict, conflictIn } from '../conflict.tsx'
import { FormSheet, useSheetForm } from '../form-sheet.tsx'
import { useCategories } from '../use-categories.ts'
import { PlacedText } from './news-fields.tsx'

type OfferFormProps = {
  /** Null for a new one. */
  offer: CampaignCard | null
  channels: CampaignListResponse['channels']
  onSaved(): void
  onReload(): void
  onClose(): void
}

const periods = [30, 60, 90, 180, 365].map((days) => ({
  value: String(days),
  label: `People who bought in the last ${days} days`,
}))

export function OfferForm({ offer, channels, onSaved, onReload, onClose }: OfferFormProps) {
  const typed = useSheetForm<CampaignFields>({
    name: `offer ${offer?.id ?? 'new'}`,
    saved: { fields: {}, chosen: fieldsOf(offer, channels), version: offer?.updated_at },
    isChosen: isOffer,
  })
  const { chosen: fields, choose } = typed
  const { submit, isBusy } = useSubmit()
  const { choices } = useCategories()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const errors = useFormErrors((values) => checkCampaign(readOffer(values)))
  const change = (changed: Partial<CampaignFields>) => choose({ ...fields, ...changed })
  const send = async (values: FormData, expected = typed.version) => {
    setConflict(null)
    const body = { ...readOffer(values), ...(expected && { expected }) }
    const onFailure = (problem: ApiProblem) => setConflict(conflictIn(problem))
    await submit({ failed: 'The offer was not saved', refuse: errors.refuse, onFailure }, async () => {
      if (offer) await api.put(`/api/campaigns/${offer.id}`, { body })
      else await api.post('/api/campaigns', { body })
      typed.forget()
      onSaved()
      return { title: offer ? 'Offer saved' : 'Offer added' }
    })
  }
  const { channel, days } = fields
  return (
    <FormSheet
      thing="offer"
      isNew={offer === null}
      errors={errors}
      typed={typed}
      conflict={conflict}
      isBusy={isBusy}
      send={send}
      onChange={({ currentTarget }) => choose(readOffer(new FormData(currentTarget)))}
      onReload={onReload}
      onClose={onClose}
    >
      <TextField
        {...errors.field('name')}
        label="Name"
        help="Only you and your team read it."
        autoComplete="off"
        maxLength={longestCampaign.name}
        defaultValue={fields.name}
      />
      <SelectField
        {...errors.field('channel')}
        label="Sent by"
        options={campaignChannels.map((value) => ({
          value,
          label: channels[value] ? channelLabels[value] : `${channelLabels[value]} (not set up)`,
        }))}
        defaultValue={channel}
      />
      <SelectField
        {...errors.field('days')}
        label="To whom"
        help="Only people who agreed to offers get it, each once."
        placeholder="Everybody who agreed"
        options={periods}
        defaultValue={days === null ? '' : String(days)}
      />
      {days !== null && (
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <SelectField
            {...errors.field('category')}
            label="Something of"
            placeholder="Any category"
            options={choices}
            value={fields.category}
            onChange={({ currentTarget }) => change({ category: currentTarget.value })}
          />
          <TextField
            {...errors.field('town')}
            label="In the town"
            optional
            autoComplete="off"
            maxLength={longestCampaign.town}
            defaultValue={fields.town}
          />
        </div>
      )}
      {channel === 'email' && (
        <TextField
          {...errors.field('subject')}
          label="Subject"
          autoComplete="off"
          maxLength={longestCampaign.subject}
          defaultValue={fields.subject}
        />
      )}
      <PlacedText
        {...errors.field('text')}
        label="Text"
        help={textHelp[channel]}
        places={campaignPlaces}
        rows={channel === 'email' ? 8 : 4}
        longest={longestCampaignText[channel]}
        value={fields.text}
        onChange={(text) => change({ text })}
      />
      <TextField
        {...errors.field('link')}
        label="Link"
        help="A page of your shop, such as /shop or /product/12."
        autoComplete="off"
        autoCapitalize="off"
        maxLength={longestCampaign.link}
        defaultValue={fields.link}
      />
      <Cost fields={fields} />
    </FormSheet>
  )
}

const textHelp = {
  sms: 'The name of the shop comes before it, a link that ends the offers after it.',
  whatsapp: 'It stands in your template, between the name of the shop and the link.',
  email: 'A button with the link and one to unsubscribe come after it.',
} satisfies Record<CampaignChannel, string>

const isOffer = shapeOf<CampaignFields>({
  name: isText,
  channel: oneOf(campaignChannels),
  subject: isText,
  text: isText,
  link: isText,
  days: orNull(isNumber),
  category: isText,
  town: isText,
})

function fieldsOf(offer: CampaignCard | null, channels: CampaignListResponse['channels']): CampaignFields {
  if (offer) return offer
  const channel = campaignChannels.find((name) => channels[name]) ?? 'sms'
  const empty = { name: '', subject: '', days: null, category: '', town: '' }
  return { ...empty, channel, text: '', link: '/shop' }
}

function readOffer(values: FormData): CampaignFields {
  const typed = (name: string) => String(values.get(name) ?? '')
  const text = (name: string) => typed(name).trim()
  const channel = campaignChannels.find((name) => name === text('channel')) ?? 'sms'
  const bought = text('days') !== '' && {
    days: Number(text('days')),
    category: text('category'),
    town: text('town'),
  }
  return {
    ...{ name: text('name'), channel, text: typed('text'), link: text('link') },
    subject: channel === 'email' ? text('subject') : '',
    ...(bought || { days: null, category: '', town: '' }),
  }
}

/** How many would get it now, counted anew when the choice has rested for a moment; null until then. */
export function usePreview({
  channel,
  days,
  category,
  town,
}: Pick<CampaignFields, 'channel' | 'days' | 'category' | 'town'>) {
  const [preview, setPreview] = useState<CampaignPreviewResponse | null>(null)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    const abort = new AbortController()
    const body = { channel, days, category, town }
    const timer = setTimeout(() => {
      api.post<CampaignPreviewResponse>('/api/campaigns/preview', { body, signal: abort.signal }).then(
        (counted) => {
          setPreview(counted)
          setFailed(false)
        },
        () => setFailed(!abort.signal.aborted),
      )
    }, 400)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [channel, days, category, town])
  return { preview, isFailed }
}

/** What it comes to, as the shop would send it now. */
function Cost({ fields }: { fields: CampaignFields }) {
  const { preview, isFailed } = usePreview(fields)
  if (isFailed) return <p role="alert">How many people get it could not be counted. Check your connection.</p>
  if (!preview) return <p role="status">Counting...</p>
  const { shop_name: shopName, public_url: publicUrl } = preview
  const written = { text: fields.text, shopName, url: publicUrl + fields.link, publicUrl }
  const sample = { ...written, name: 'Akosua' }
  const shown = fields.channel === 'sms' ? smsOfCampaign(sample) : fillCampaign(fields.channel, sample)
  const wide = fields.channel === 'sms' ? wideLetters(shown) : []
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">How it looks</p>
      <p className="max-w-prose rounded-card border border-border bg-muted px-4 py-3 whitespace-pre-line wrap-anywhere">
        {shown}
      </p>
      <p role="status" className="font-semibold">
        {costWords(fields, preview)}
      </p>
      {wide.length > 0 && (
        <p className="text-sm text-warning">
          {wide.join(' ')} {wide.length === 1 ? 'makes' : 'make'} it longer: without, one SMS has room for 160
          characters instead of 70.
        </p>
      )}
    </div>
  )
}

/** `12 people, 2 SMS each: Ghs 0.84 at most`. */
export function costWords(
  { channel, text, link }: Pick<CampaignFields, 'channel' | 'text' | 'link'>,
  { people, sms_price: price, shop_name: shopName, public_url: publicUrl }: CampaignPreviewResponse,
): string {
  const who = people === 1 ? '1 person' : `${people} people`
  if (people === 0) return 'Nobody who agreed to offers fits this choice.'
  if (channel !== 'sms') return `${who} would get it now.`
  const parts = partsOfCampaign({ text, shopName, url: publicUrl + link, publicUrl })
  const each = `${who}, ${parts} SMS each`
  if (price === 0) return `${each}. Enter the price of one SMS under “About orders” to see what it costs.`
  return `${each}: ${showSmsPrice(priceOfCampaign(people, parts, price))} at most.`
}
