import { TextField } from '#app/ui/text-field.tsx'
import { longestSettings, type SocialNetwork, socialNetworks } from '#rules/settings-fields.ts'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

const names = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  tiktok: 'TikTok',
  x: 'X',
  youtube: 'YouTube',
} satisfies Record<SocialNetwork, string>

export function SocialFields({ field, start: { social } }: SettingsParts) {
  return (
    <SettingCard
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
    </SettingCard>
  )
}
