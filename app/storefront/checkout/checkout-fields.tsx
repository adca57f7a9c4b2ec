import { type ChangeEvent, type ComponentType, type RefObject, useEffect, useState } from 'react'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { makeRoomBelow } from '#app/ui/scrolling.ts'
import { LoadingNote } from '#app/ui/skeleton.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import { longestEmail } from '#rules/account-fields.ts'
import { type CheckoutField, longestCheckoutTexts } from '#rules/checkout-fields.ts'
import {
  type DeliveryOption,
  type Destination,
  defaultDeliveryOption,
  deliveryOptionTexts,
  isSamePlace,
  offeredDelivery,
  type Region,
  readRegion,
  regions,
} from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import type { PhoneWay } from '#rules/notification-settings.ts'
import { type PaymentMethod, paymentMethodTexts } from '#rules/payment-states.ts'
import { suggestTowns } from '#rules/towns.ts'
import type { PayOrderProps } from './pay-order.tsx'
import { findField } from './prefill.ts'
import type { Fees } from './use-checkout-form.ts'

/** Gives a field its name, its id and what is wrong with it. */
type FieldOf = (name: CheckoutField) => { id: string; name: string; error: string | undefined }

type CustomerFieldsProps = {
  field: FieldOf
  /** What the shop sends to phones by itself. */
  tells: Record<PhoneWay, boolean>
}

export function CustomerFields({ field, tells }: CustomerFieldsProps) {
  const phones = [tells.whatsapp && 'WhatsApp', tells.sms && 'SMS'].filter((way) => way !== false)
  return (
    <>
      <TextField
        {...field('fullName')}
        label="Full name"
        autoComplete="name"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={longestCheckoutTexts.fullName}
        required
      />
      <TextField
        {...field('phone')}
        label="Phone"
        help="For the rider and order updates only, for example 024 123 4567."
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        maxLength={40}
        required
      />
      <TextField
        {...field('email')}
        label="Email"
        optional
        help="We send your receipt here."
        type="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="next"
        maxLength={longestEmail}
      />
      {phones.length > 0 && (
        <SelectField
          {...field('newsBy')}
          label="Order updates"
          placeholder={`${phones[0]} and email`}
          options={[...phones, 'Email'].map((way) => ({ value: way.toLowerCase(), label: `Only ${way}` }))}
        />
      )}
    </>
  )
}

type AddressFieldsProps = {
  form: RefObject<HTMLFormElement | null>
  field: FieldOf
  region: string
  /** A personal rider collects at the shop and needs no street. */
  needsStreet: boolean
  onSettled(): void
}

/** Region before city, so that the right towns are offered. What the customer types stays as it is. */
export function AddressFields({ form, field, region, needsStreet, onSettled }: AddressFieldsProps) {
  return (
    <>
      <SelectField
        {...field('state')}
        label="State / Region"
        placeholder="Choose your region"
        autoComplete="address-level1"
        defaultValue=""
        options={regions.map((name) => ({ value: name, label: name }))}
        onChange={(event) => form.current && leaveOldTown(form.current, event, readRegion(region))}
        required
      />
      <Combobox
        {...field('city')}
        label="City"
        help="Choose from the list or type your own town."
        autoComplete="address-level2"
        enterKeyHint="next"
        maxLength={longestCheckoutTexts.city}
        suggestions={suggestTowns(region).map((text) => ({ text }))}
        onFocus={(event) => makeRoomBelow(event.currentTarget)}
        onChoose={onSettled}
        onBlur={onSettled}
        required
      />
      <TextField
        {...field('address')}
        label="Street, house or landmark"
        optional={!needsStreet}
        help="A landmark helps the rider to find you."
        autoComplete="street-address"
        autoCapitalize="sentences"
        enterKeyHint="next"
        maxLength={longestCheckoutTexts.address}
        required={needsStreet}
      />
      <TextField
        {...field('zipCode')}
        label="Zip / GhanaPost GPS"
        optional
        help="For example GA-183-8164."
        autoComplete="postal-code"
        autoCapitalize="characters"
        enterKeyHint="done"
        maxLength={longestCheckoutTexts.zipCode}
      />
    </>
  )
}

/** A town of the region before is not in the new one; what the person typed freely stays. */
function leaveOldTown(
  form: HTMLFormElement,
  event: ChangeEvent<HTMLSelectElement>,
  before: Region | null,
): void {
  const city = findField(form, 'city')
  const now = readRegion(event.currentTarget.value)
  const knows = (region: Region | null) =>
    region !== null && suggestTowns(region).some((town) => isSamePlace(town, city?.value ?? ''))
  if (city && knows(before) && !knows(now)) city.value = ''
}

type DeliveryChoiceProps = { field: FieldOf; destination: Destination; fees: Fees }

export function DeliveryChoice({ field, destination, fees }: DeliveryChoiceProps) {
  const { pickup } = useShopFacts()
  const isKnown = destination.region !== '' && destination.city !== ''
  const costOf = (option: DeliveryOption) => {
    if (option === 'delivery_service' && !isKnown) return undefined
    const fee = fees.feeTo({ ...destination, option })
    return fee === 0 ? 'Free' : formatGhs(fee)
  }
  const explain = (option: DeliveryOption) => {
    const { explanation } = deliveryOptionTexts[option]
    if (option === 'pickup') return `${pickup?.address}, ${pickup?.hours}. ${explanation}`
    if (option !== 'delivery_service') return explanation
    if (!isKnown) return `${explanation} Choose your town to see the cost.`
    return `${explanation} ${fees.reasonFor({ ...destination, option })}.`
  }
  return (
    <RadioCards
      {...field('deliveryOption')}
      label="Delivery Options"
      hideLabel
      defaultValue={defaultDeliveryOption}
      cards={offeredDelivery(pickup !== undefined).map((option) => ({
        value: option,
        title: deliveryOptionTexts[option].label,
        explanation: explain(option),
        aside: costOf(option),
      }))}
    />
  )
}

/** Closed, because most orders need neither. */
export function NoteFields({ field }: { field: FieldOf }) {
  return (
    <details className="group rounded-card border border-border bg-card">
      <summary className="flex min-h-14 list-none items-center gap-2 rounded-card px-4 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronDownIcon size={20} className="transition-transform group-open:rotate-180" />
        Add a note or a gift message
      </summary>
      <div className="grid gap-5 border-t border-border p-4">
        <TextArea
          {...field('customerNote')}
          label="Note for us"
          optional
          help="For example when to call."
          rows={2}
          maxLength={longestCheckoutTexts.customerNote}
        />
        <TextArea
          {...field('giftNote')}
          label="Gift message"
          optional
          help="Printed on the slip in the parcel."
          rows={2}
          maxLength={longestCheckoutTexts.giftNote}
        />
      </div>
    </details>
  )
}

type PaymentChoiceProps = {
  field: FieldOf
  offered: readonly PaymentMethod[]
  /** The prompt goes to the phone number of this form. */
  sendsPrompt: boolean
  isCollected: boolean
}

/** Only ways to pay that work today are offered. */
export function PaymentChoice({ field, offered, sendsPrompt, isCollected }: PaymentChoiceProps) {
  const explain = (method: PaymentMethod) => {
    const { explanation } = paymentMethodTexts[method]
    if (isCollected && method === 'whatsapp') return 'We confirm on WhatsApp. Pay when you collect it.'
    const isAboutNumber = method === 'mtn_momo' && sendsPrompt
    return isAboutNumber
      ? `${explanation} The phone number above must be your mobile money number.`
      : explanation
  }
  return (
    <RadioCards
      {...field('paymentMethod')}
      label="Payment Method"
      hideLabel
      defaultValue={offered[0]}
      onChange={(method) => method === 'mtn_momo' && fetchPayOrder()}
      cards={offered.map((method) => ({
        value: method,
        title: paymentMethodTexts[method].label,
        explanation: explain(method),
        aside: method === 'mtn_momo' && (
          <span className="rounded-full bg-momo px-2 py-0.5 text-sm font-semibold text-momo-ink">
            MTN MoMo
          </span>
        ),
      }))}
    />
  )
}

const loadPayOrder = async () => (await import('./pay-order.tsx')).PayOrder

/** Fetched as soon as somebody chooses to pay online, so that nobody waits for it after the press. */
function fetchPayOrder(): void {
  loadPayOrder().catch(() => {})
}

/** For a component that is needed as soon as this one is shown. */
export function useFetchedComponent<Props>(load: () => Promise<ComponentType<Props>>) {
  const { Component, fetchComponent } = useLazyComponent(load)
  const [isLost, setLost] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is fetched once.
  useEffect(() => {
    void fetchComponent().then((isThere) => setLost(!isThere))
  }, [])
  return { Component, isLost }
}

export function LazyPayOrder(props: PayOrderProps) {
  const { Component, isLost } = useFetchedComponent(loadPayOrder)
  if (Component) return <Component {...props} />
  if (!isLost) return <LoadingNote>Opening the payment...</LoadingNote>
  return (
    <div className="mx-auto max-w-form px-gutter py-10">
      <ErrorPanel
        title="Payment failed"
        action={
          // A fresh page: the same one cannot fetch lost scripts once more.
          <a href="/checkout" className={buttonClass({ variant: 'secondary' })}>
            Try again
          </a>
        }
      >
        Could not connect to payment gateway. Your order {props.order.code} is in, and nothing is ordered
        twice.
      </ErrorPanel>
    </div>
  )
}
