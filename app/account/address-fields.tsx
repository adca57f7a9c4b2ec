import type { ProfileField } from '#rules/profile-fields.ts'
import { readRegion, regions } from '#rules/regions.ts'
import { suggestTowns } from '#rules/towns.ts'
import { Combobox } from '../ui/combobox.tsx'
import { makeRoomBelow } from '../ui/make-room-below.ts'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'

type FieldText = {
  id: string
  name: string
  error: string | undefined
  defaultValue: string
  maxLength: number
}

type AddressFieldsProps = { text(field: ProfileField): FieldText; region: string }

/** Region before city, so that the right towns are offered. Checkout starts with what stands here. */
export function AddressFields({ text, region }: AddressFieldsProps) {
  const { maxLength: _, ...state } = text('state')
  const known = readRegion(region)
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">
        Where we deliver
        <span className="block text-sm font-normal text-muted-foreground">
          Checkout starts with this address.
        </span>
      </legend>
      <SelectField
        {...state}
        label="Region"
        placeholder="Choose your region"
        autoComplete="address-level1"
        options={regions.map((name) => ({ value: name, label: name }))}
      />
      <Combobox
        {...text('city')}
        label="City"
        autoComplete="address-level2"
        enterKeyHint="next"
        onFocus={(event) => makeRoomBelow(event.currentTarget)}
        suggestions={(known ? suggestTowns(known) : []).map((town) => ({ text: town }))}
      />
      <TextField
        {...text('shipping_address')}
        label="Shipping address"
        help="Street, house or landmark. A landmark helps the rider to find you."
        autoComplete="street-address"
        autoCapitalize="sentences"
        enterKeyHint="done"
      />
    </fieldset>
  )
}
