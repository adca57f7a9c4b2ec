import { Refusal } from '#contract/refusals.ts'
import type { ShopSettings } from '#contract/settings.ts'
import type { DeliveryOption } from '#rules/delivery-fee.ts'

/** An order that is collected stays one, also after the owner has switched pickup off. */
export function refuseWithoutPickup(
  { pickup }: ShopSettings,
  option: DeliveryOption,
  before: DeliveryOption = 'delivery_service',
): void {
  if (option !== 'pickup' || before === 'pickup' || pickup.isOn) return
  throw new Refusal('invalid_input', {
    fields: { delivery_option: 'Collecting at the shop is not offered at the moment' },
  })
}
