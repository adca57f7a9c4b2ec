import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { countdown, saleOver } from '#rules/countdown.ts'
import { longestSettings, type SettingsForm } from '#rules/settings-fields.ts'
import { SettingCard, type SettingsParts } from './setting-card.tsx'
import { momentForField } from './settings-values.ts'

type Banner = SettingsForm['sale_banner']

export function BannerFields({ field, start, banner }: SettingsParts & { banner: Banner }) {
  const { is_on, title, ends_at } = start.sale_banner
  return (
    <SettingCard id="sale_banner" title="Sale banner" help="Counts down on the home page.">
      <Switch name="sale_banner.is_on" label="Show the banner" defaultChecked={is_on} />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          {...field('sale_banner.title')}
          label="Title"
          defaultValue={title}
          maxLength={longestSettings['sale_banner.title']}
          autoComplete="off"
        />
        <TextField
          {...field('sale_banner.ends_at')}
          label="End (GMT)"
          type="datetime-local"
          defaultValue={momentForField(ends_at)}
        />
      </div>
      <Preview banner={banner} />
    </SettingCard>
  )
}

/** As the home page will show it. The shop is always light. */
function Preview({ banner: { is_on, title, ends_at } }: { banner: Banner }) {
  const end = new Date(ends_at)
  const left = Number.isNaN(end.getTime()) ? null : countdown(end, new Date())
  return (
    <figure aria-label="Preview of the banner" className="grid gap-1.5">
      <figcaption className="text-sm font-semibold">Preview</figcaption>
      {is_on ? (
        <div
          data-theme="light"
          className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 rounded-control bg-primary px-5 py-4 text-primary-foreground"
        >
          <p className="font-serif text-xl wrap-anywhere">{title || '…'}</p>
          <p className="font-semibold tabular-nums">
            {left === null && '…'}
            {left?.isOver && saleOver}
            {left && !left.isOver && `${left.days} days, ${left.hours} hours, ${left.minutes} min`}
          </p>
        </div>
      ) : (
        <p className="rounded-control border border-dashed border-input p-4 text-muted-foreground">
          The home page shows no banner.
        </p>
      )}
    </figure>
  )
}
