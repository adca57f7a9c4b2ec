import { Combobox } from '#app/ui/combobox.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { deliveryOptions, deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { readRegion, regions } from '#rules/regions.ts'
import { suggestTowns } from '#rules/towns.ts'

type FieldOf = (name: string) => {
  id: string
  name: string
  error: string | undefined
  defaultValue: string | undefined
}

/** Who ordered and where it goes. Nothing is filled in by the browser: it knows the staff, not the customer. */
export function ManualOrderFields({ field, region }: { field: FieldOf; region: string }) {
  return (
    <>
      <TextField {...field('customer_name')} label="Full name" autoComplete="off" required />
      <TextField {...field('customer_phone')} label="Phone" type="tel" autoComplete="off" required />
      <TextField {...field('customer_email')} label="Email" optional type="email" autoComplete="off" />
      <RadioCards
        {...field('delivery_option')}
        label="Delivery Options"
        defaultValue={field('delivery_option').defaultValue ?? deliveryOptions[0]}
        cards={deliveryOptions.map((option) => ({ value: option, title: deliveryOptionTexts[option].label }))}
      />
      <SelectField
        {...field('state')}
        label="State / Region"
        placeholder="Choose the region"
        options={regions.map((name) => ({ value: name, label: name }))}
        required
      />
      <Combobox {...field('city')} label="City" suggestions={townsIn(region)} required />
      <TextField {...field('address')} label="Street, house or landmark" autoComplete="off" />
      <TextField {...field('zip')} label="Zip / GhanaPost GPS" optional autoComplete="off" />
      <TextArea {...field('note')} label="Internal note" optional rows={2} maxLength={2000} />
    </>
  )
}

function townsIn(region: string) {
  const known = readRegion(region)
  return (known ? suggestTowns(known) : []).map((text) => ({ text }))
}
