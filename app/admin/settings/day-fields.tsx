import { Checkbox } from '#app/ui/checkbox.tsx'
import { FieldNotes, SelectField, TextField } from '#app/ui/field.tsx'
import { formatSlot } from '#rules/days.ts'
import { cutOffDayText, fromMonday, mostCutOffDays, weekdayNames } from '#rules/delivery-days.ts'
import type { FeeRowForm } from '#rules/settings-fields.ts'
import type { SettingsParts } from './settings-fields.tsx'

const weekdays = fromMonday([...weekdayNames.keys()])

const cutOffDays = Array.from({ length: mostCutOffDays + 1 }, (_, days) => ({
  value: String(days),
  label: cutOffDayText(days),
}))

const cutOffHours = Array.from({ length: 25 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

type DayFieldsProps = Pick<SettingsParts, 'field'> & {
  number: number
  days: FeeRowForm['days']
  place: string
  /** Hidden fields keep what they hold, for the day on which the owner switches it on again. */
  hidden: boolean
}

/** On which days deliveries go to the places of one row. Without a day of the week customers there choose none. */
export function DayFields({ field, number, days, place, hidden }: DayFieldsProps) {
  const name = (part: string) => field(`delivery_fees.${number}.days.${part}`)
  const { id, name: weekday, error } = name('weekdays')
  return (
    <div
      hidden={hidden}
      className={hidden ? undefined : 'group/days grid gap-3 rounded-card bg-muted p-4 md:col-span-full'}
    >
      <fieldset
        id={id}
        aria-describedby={`${id}-help`}
        className="grid grid-cols-2 gap-x-5 sm:flex sm:flex-wrap"
      >
        <legend className="mb-1 text-sm font-semibold">
          Delivery days<span className="sr-only">: {place}</span>
        </legend>
        {weekdays.map((each) => (
          <Checkbox
            key={each}
            name={weekday}
            value={each}
            label={weekdayNames[each]}
            defaultChecked={days?.weekdays.includes(each)}
          />
        ))}
      </fieldset>
      <FieldNotes
        id={id}
        help="On which days deliveries go there. Without one, customers there choose no day."
        error={error}
      />
      <div className="hidden items-start gap-3 group-has-checked/days:grid sm:grid-cols-2 lg:grid-cols-4">
        <TextField
          {...name('slots')}
          label="Times"
          optional
          placeholder="9-12, 14-18"
          defaultValue={days?.slots.map((slot) => formatSlot(slot).replaceAll(':00', '')).join(', ')}
          autoComplete="off"
        />
        <SelectField
          {...name('cut_off_hour')}
          label="Orders until"
          defaultValue={days?.cut_off_hour ?? 16}
          options={cutOffHours}
        />
        <SelectField
          {...name('cut_off_days')}
          label="On which day"
          defaultValue={days?.cut_off_days ?? 1}
          options={cutOffDays}
        />
        <TextField
          {...name('capacity')}
          label="Most deliveries"
          help="A day, or at each time. Empty: no limit."
          defaultValue={days?.capacity || ''}
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
    </div>
  )
}
