import { FieldNotes, TextField } from '#app/ui/field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { countdown, saleOver } from '#rules/countdown.ts'
import { paymentMethodTexts } from '#rules/payment-states.ts'
import {
  longestSettings,
  type SettingsForm,
  type SocialNetwork,
  socialNetworks,
} from '#rules/settings-fields.ts'
import { defaultChatNumber } from '#rules/shop-facts.ts'
import { FormCard } from '../form-card.tsx'
import { useMay } from '../office-rights.tsx'
import { toDateTimeField } from './settings-values.ts'

/** What the fields of every card are given. */
export type SettingsParts = {
  field(name: string): { id: string; name: string; error: string | undefined }
  start: SettingsForm
}

export function ShopFields({ field, start }: SettingsParts) {
  const isPlaceholder = start.chat_number === defaultChatNumber
  return (
    <FormCard id="shop_name" title="The shop">
      <div id="chat_number" className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('shop_name')}
          label="Name of the shop"
          defaultValue={start.shop_name}
          maxLength={longestSettings.shop_name}
          autoComplete="off"
        />
        <TextField
          {...field('chat_number')}
          label="WhatsApp number"
          help="Orders and questions arrive here."
          warning={isPlaceholder ? 'This is only a placeholder.' : undefined}
          defaultValue={isPlaceholder ? start.chat_number : withPlus(start.chat_number)}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
      </div>
    </FormCard>
  )
}

function withPlus(number: string): string {
  return /^\d+$/.test(number) ? `+${number}` : number
}

export function ContactFields({ field, start: { contact } }: SettingsParts) {
  const text = (name: keyof typeof contact) => ({
    ...field(`contact.${name}`),
    defaultValue: contact[name],
    maxLength: longestSettings[`contact.${name}`],
    autoComplete: 'off',
  })
  return (
    <FormCard
      id="contact"
      title="Contact details"
      help="Shown on the contact page and at the end of every page."
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...text('phone')} label="Phone" inputMode="tel" optional />
        <TextField {...text('email')} label="Email" inputMode="email" optional />
        <TextField {...text('address')} label="Address" />
        <TextField {...text('hours')} label="Opening hours" />
      </div>
    </FormCard>
  )
}

const names = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
} satisfies Record<SocialNetwork, string>

export function SocialFields({ field, start: { social } }: SettingsParts) {
  return (
    <FormCard
      id="social"
      title="Social links"
      help="A network without an address is not shown at the end of the pages."
    >
      <div className="grid gap-5 md:grid-cols-2">
        {socialNetworks.map((network) => (
          <TextField
            key={network}
            {...field(`social.${network}`)}
            label={names[network]}
            optional
            defaultValue={social[network]}
            maxLength={longestSettings.social}
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
          />
        ))}
      </div>
    </FormCard>
  )
}

type Banner = SettingsForm['sale_banner']

export function BannerFields({ field, start, banner }: SettingsParts & { banner: Banner }) {
  const { is_on, title, ends_at } = start.sale_banner
  return (
    <FormCard id="sale_banner" title="Sale banner" help="Counts down on the home page.">
      <Switch name="sale_banner.is_on" label="Show the banner" defaultChecked={is_on} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('sale_banner.title')}
          label="Title"
          defaultValue={title}
          maxLength={longestSettings['sale_banner.title']}
          autoComplete="off"
        />
        <TextField
          {...field('sale_banner.ends_at')}
          label="End (GMT)"
          type="datetime-local"
          defaultValue={toDateTimeField(ends_at)}
        />
      </div>
      <Preview banner={banner} />
    </FormCard>
  )
}

/** As the home page will show it. The shop is always light. */
function Preview({ banner: { is_on, title, ends_at } }: { banner: Banner }) {
  const end = new Date(ends_at)
  const left = Number.isNaN(end.getTime()) ? null : countdown(end, new Date())
  return (
    <figure aria-label="Preview of the banner" className="grid gap-1.5">
      <figcaption className="text-sm font-semibold">Preview</figcaption>
      {is_on ? (
        <div
          data-theme="light"
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 rounded-control bg-primary px-5 py-4 text-primary-foreground"
        >
          <p className="font-serif text-xl wrap-anywhere">{title || '…'}</p>
          <p className="font-semibold tabular-nums">
            {left === null && '…'}
            {left?.isOver && saleOver}
            {left && !left.isOver && `${left.days} days, ${left.hours} hours, ${left.minutes} min`}
          </p>
        </div>
      ) : (
        <p className="rounded-control border border-dashed border-input p-4 text-muted-foreground">
          The home page shows no banner.
        </p>
      )}
    </figure>
  )
}

export function PickupFields({ field, start: { pickup } }: SettingsParts) {
  const text = (name: 'address' | 'hours') => ({
    ...field(`pickup.${name}`),
    defaultValue: pickup[name],
    maxLength: longestSettings[`pickup.${name}`],
    autoComplete: 'off',
  })
  return (
    <FormCard
      id="pickup"
      title="Collecting at the shop"
      help="A third way of delivery at the checkout, free of charge. You hand the order over for the customer’s PIN."
    >
      <Switch
        name="pickup.is_on"
        label="Customers may collect their orders"
        help="Orders that are to be collected stay so when you switch it off."
        defaultChecked={pickup.is_on}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField {...text('address')} label="Where" placeholder="12 Oxford Street, Osu, Accra" />
        <TextField {...text('hours')} label="When" placeholder="Monday to Saturday, 9am to 6pm" />
      </div>
    </FormCard>
  )
}

/** Without a gateway, paying online cannot be switched on. How customers pay is the admins' to decide; others see it. */
export function PaymentFields({ field, start, canPayOnline }: SettingsParts & { canPayOnline: boolean }) {
  const { whatsapp, mtn_momo } = start.payment_methods
  const { id, error } = field('payment_methods')
  const mayChange = useMay()('payment_settings')
  const help = mayChange ? 'What the checkout offers.' : 'What the checkout offers. Only an admin changes it.'
  return (
    <FormCard id="payment_methods" title="Ways to pay" help={help}>
      <div className="grid gap-2">
        <Switch
          id={id}
          name="payment_methods.whatsapp"
          label={paymentMethodTexts.whatsapp.label}
          defaultChecked={whatsapp}
          disabled={!mayChange}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <Switch
          name="payment_methods.mtn_momo"
          label={paymentMethodTexts.mtn_momo.label}
          help={
            canPayOnline
              ? 'By mobile money or card.'
              : 'Not offered: the shop has no payment gateway. Whoever runs the server can set one up.'
          }
          defaultChecked={canPayOnline && mtn_momo}
          disabled={!canPayOnline || !mayChange}
        />
        {!mayChange && <input type="hidden" name="no-payment-settings" value="yes" />}
        {!canPayOnline && <input type="hidden" name="no-gateway" value="yes" />}
        <FieldNotes id={id} error={error} />
      </div>
    </FormCard>
  )
}

export function OrderLimitFields({ field, start: { order_limits: limits } }: SettingsParts) {
  const number = (name: keyof typeof limits) => ({
    ...field(`order_limits.${name}`),
    defaultValue: limits[name] === 0 || Number.isNaN(limits[name]) ? '' : String(limits[name]),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    optional: true,
  })
  return (
    <FormCard
      id="order_limits"
      title="Unusual orders"
      help="An order that is far from usual is marked “To confirm”, and you get an e-mail. Without a number there is no limit."
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...number('most_pieces')}
          label="Most pieces in one order of a guest"
          help="Customers with an account may order more."
        />
        <TextField
          {...number('release_after_hours')}
          label="Hours to confirm"
          help="After that, a marked order that is paid on delivery is cancelled and its products go back on the shelf."
        />
      </div>
    </FormCard>
  )
}

export function StockFields({ field, start }: SettingsParts) {
  return (
    <FormCard id="low_stock_level" title="Low stock">
      <TextField
        {...field('low_stock_level')}
        label="Low-stock level"
        help="The dashboard lists products with this many left, or fewer."
        defaultValue={Number.isNaN(start.low_stock_level) ? '' : String(start.low_stock_level)}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
      />
    </FormCard>
  )
}

export function ReviewFields({ start }: SettingsParts) {
  return (
    <FormCard id="reviews_at_once" title="Reviews">
      <Switch
        name="reviews_at_once"
        label="Show reviews at once"
        help="Without this, a review waits under Reviews until you approve it."
        defaultChecked={start.reviews_at_once}
      />
    </FormCard>
  )
}

export function MeasuringFields({ field, start: { measuring } }: SettingsParts) {
  const text = (name: keyof typeof measuring) => ({
    ...field(`measuring.${name}`),
    defaultValue: measuring[name],
    maxLength: 40,
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    optional: true,
  })
  return (
    <FormCard
      id="measuring"
      title="Measuring ads"
      help="With an id, customers are asked once whether they may be measured. Only after their Yes is anything loaded from Meta or Google. Without an id nobody is asked."
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...text('meta_pixel')}
          label="Meta pixel id"
          help="Digits, from the Events Manager."
          inputMode="numeric"
        />
        <TextField {...text('google_tag')} label="Google tag id" help="Begins with G- or GT-." />
      </div>
    </FormCard>
  )
}
