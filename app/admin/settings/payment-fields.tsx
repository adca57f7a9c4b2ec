import { FieldNotes } from '#app/ui/field.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { paymentMethodTexts } from '#rules/payment-states.ts'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

/** A way to pay that nothing stands behind cannot be switched on. */
export function PaymentFields({ field, start, canPayOnline }: SettingsParts & { canPayOnline: boolean }) {
  const { whatsapp, mtn_momo } = start.payment_methods
  const { id, error } = field('payment_methods')
  return (
    <SettingCard id="payment_methods" title="Ways to pay" help="What the checkout offers.">
      <div className="grid gap-2">
        <Switch
          id={id}
          name="payment_methods.whatsapp"
          label={paymentMethodTexts.whatsapp.label}
          defaultChecked={whatsapp}
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
          disabled={!canPayOnline}
        />
        {!canPayOnline && <input type="hidden" name="no-gateway" value="yes" />}
        <FieldNotes id={id} error={error} />
      </div>
    </SettingCard>
  )
}
