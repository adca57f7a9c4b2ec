import type { ChangeEvent, RefObject } from 'react'
import { Combobox } from '#app/ui/combobox.tsx'
import { makeRoomBelow } from '#app/ui/make-room-below.ts'
import { SelectField } from '#app/ui/select-field.tsx'
import type { Suggestion } from '#app/ui/suggestions.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { longestCheckoutTexts } from '#rules/checkout-fields.ts'
import { isSamePlace, type Region, readRegion, regions } from '#rules/regions.ts'
import { readAccraArea, suggestTowns } from '#rules/towns.ts'
import { settleArea } from './checkout-values.ts'
import type { FieldOf } from './field-of.ts'
import { findField } from './prefill.ts'

type AddressFieldsProps = {
  form: RefObject<HTMLFormElement | null>
  field: FieldOf
  region: string
  /** A personal rider collects at the shop and needs no street. */
  needsStreet: boolean
  onSettled(): void
}

/** Region before city, so that the right towns are offered. Accra's areas count as Accra. */
export function AddressFields({ form, field, region, needsStreet, onSettled }: AddressFieldsProps) {
  const settle = (city: string) => {
    if (form.current) writeSettled(form.current, city)
    onSettled()
  }
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
        suggestions={suggestionsFor(readRegion(region))}
        onFocus={(event) => makeRoomBelow(event.currentTarget)}
        onChoose={({ text }) => settle(text)}
        onBlur={(event) => settle(event.currentTarget.value)}
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

function suggestionsFor(region: Region | null): Suggestion[] {
  if (!region) return []
  return suggestTowns(region).map((text) => (readAccraArea(text) ? { text, value: 'Accra' } : { text }))
}

/** `Osu, Accra` leaves Accra as the city and Osu in the address. */
function writeSettled(form: HTMLFormElement, chosen: string): void {
  const [state, city, address] = [
    findField(form, 'state'),
    findField(form, 'city'),
    findField(form, 'address'),
  ]
  if (!state || !city || !address) return
  const settled = settleArea({ state: state.value, city: chosen, address: address.value })
  if (settled.city === chosen.trim()) return
  city.value = settled.city
  address.value = settled.address
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
