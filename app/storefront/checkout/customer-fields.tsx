import { TextField } from '#app/ui/text-field.tsx'
import { longestCheckoutTexts } from '#rules/checkout-fields.ts'
import { longestEmail } from '#rules/email-address.ts'
import type { FieldOf } from './field-of.ts'

export function CustomerFields({ field }: { field: FieldOf }) {
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
    </>
  )
}
