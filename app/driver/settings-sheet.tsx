import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { Switch } from '../ui/switch.tsx'
import { ring } from './attention.ts'
import type { DriverSettings } from './driver-settings.ts'

type SettingsSheetProps = {
  open: boolean
  settings: DriverSettings
  onChange(change: Partial<DriverSettings>): void
  onClose(): void
}

export function SettingsSheet({ open, settings, onChange, onClose }: SettingsSheetProps) {
  return (
    <Sheet id="driver-settings" title="Settings" open={open} onClose={onClose}>
      <div className="grid gap-4">
        <Switch
          label="Ask me instead of the timer"
          help="A question before each step, and no seconds to undo it."
          checked={settings.asksFirst}
          onChange={({ currentTarget }) => onChange({ asksFirst: currentTarget.checked })}
          className="min-h-12"
        />
        <Switch
          label="Sound for new deliveries"
          help="Two short tones while this page is open."
          checked={settings.makesSound}
          onChange={({ currentTarget }) => {
            onChange({ makesSound: currentTarget.checked })
            // A browser lets a page make sounds only after a press; so this is also the test.
            if (currentTarget.checked) ring()
          }}
          className="min-h-12"
        />
        <div className="grid gap-1.5 [&_label]:min-h-12">
          <span className="text-sm font-semibold">Colours</span>
          <ThemeSwitch name="driver-theme" />
        </div>
      </div>
    </Sheet>
  )
}
