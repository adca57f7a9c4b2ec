import { TextField } from '#app/ui/text-field.tsx'
import { longestSettings } from '#rules/settings-fields.ts'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

export function ContactFields({ field, start: { contact } }: SettingsParts) {
  const text = (name: keyof typeof contact) => ({
    ...field(`contact.${name}`),
    defaultValue: contact[name],
    maxLength: longestSettings[`contact.${name}`],
    autoComplete: 'off',
  })
  return (
    <SettingCard
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
    </SettingCard>
  )
}
