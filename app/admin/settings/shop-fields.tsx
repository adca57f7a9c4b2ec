import { TextField } from '#app/ui/text-field.tsx'
import { longestSettings } from '#rules/settings-fields.ts'
import { defaultChatNumber } from '#rules/shop-facts.ts'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

export function ShopFields({ field, start }: SettingsParts) {
  const isPlaceholder = start.chat_number === defaultChatNumber
  return (
    <SettingCard id="shop_name" title="The shop">
      <div id="chat_number" className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('shop_name')}
          label="Name of the shop"
          defaultValue={start.shop_name}
          maxLength={longestSettings.shop_name}
          autoComplete="off"
        />
        <TextField
          {...field('chat_number')}
          label="WhatsApp number"
          help="Orders and questions arrive here."
          warning={isPlaceholder ? 'This is only a placeholder.' : undefined}
          defaultValue={isPlaceholder ? start.chat_number : withPlus(start.chat_number)}
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
      </div>
    </SettingCard>
  )
}

function withPlus(number: string): string {
  return /^\d+$/.test(number) ? `+${number}` : number
}
