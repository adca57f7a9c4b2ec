import { TextField } from '#app/ui/text-field.tsx'
import { SettingCard, type SettingsParts } from './setting-card.tsx'

export function StockFields({ field, start }: SettingsParts) {
  return (
    <SettingCard id="low_stock_level" title="Low stock">
      <TextField
        {...field('low_stock_level')}
        label="Low-stock level"
        help="The dashboard lists products with this many left, or fewer."
        defaultValue={Number.isNaN(start.low_stock_level) ? '' : String(start.low_stock_level)}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-60"
      />
    </SettingCard>
  )
}
