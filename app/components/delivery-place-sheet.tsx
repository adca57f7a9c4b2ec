import { type FormEvent, useId, useState } from 'react'
import { deliveryFee, type Region, readRegion, regions } from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import { suggestTowns } from '#rules/towns.ts'
import type { DeliveryPlace } from '../cart/delivery-place.ts'
import { useShopFacts } from '../data/shop-facts.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { SelectField } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'

type DeliveryPlaceSheetProps = {
  id: string
  open: boolean
  place: DeliveryPlace | undefined
  onClose(): void
  onChoose(place: DeliveryPlace): void
}

/** Region first, then its towns. */
export function DeliveryPlaceSheet({ id, open, place, onClose, onChoose }: DeliveryPlaceSheetProps) {
  const { deliveryFees } = useShopFacts()
  const [region, setRegion] = useState<Region>(place?.region ?? 'Greater Accra')
  const [city, setCity] = useState(place?.city ?? '')
  const [isMissing, setMissing] = useState(false)
  const form = useId()
  const town = city.trim()
  const fee = deliveryFee({ option: 'delivery_service', region, city: town }, deliveryFees)

  const chooseRegion = (name: string) => {
    setRegion(readRegion(name) ?? region)
    setCity('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (town) onChoose({ region, city: town })
    else setMissing(true)
  }
  return (
    <Sheet
      id={id}
      title="Where should we deliver?"
      open={open}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="flex-1 text-sm">
            {town ? (
              <>
                To {town}: <strong className="font-semibold">{fee === 0 ? 'Free' : formatGhs(fee)}</strong>
              </>
            ) : (
              'Choose a town to see the cost'
            )}
          </p>
          <Button type="submit" form={form}>
            Use this town
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid min-h-96 content-start gap-4">
        <SelectField
          label="Region"
          value={region}
          onChange={(event) => chooseRegion(event.currentTarget.value)}
          options={regions.map((name) => ({ value: name, label: name }))}
        />
        <Combobox
          label="City or town"
          value={city}
          autoComplete="address-level2"
          maxLength={60}
          suggestions={suggestTowns(region).map((text) => ({ text }))}
          error={isMissing && !town ? 'City is required' : undefined}
          onChange={(event) => setCity(event.currentTarget.value)}
          onChoose={({ text }) => setCity(text)}
        />
      </form>
    </Sheet>
  )
}
