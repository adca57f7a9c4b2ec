import type { ComponentType } from 'react'
import type { IconProps } from '../ui/icons.tsx'
import { MonitorIcon, MoonIcon, SunIcon } from '../ui/signed-in-icons.tsx'
import { type Theme, useTheme } from './theme.tsx'

const choices: readonly { theme: Theme; label: string; icon: ComponentType<IconProps> }[] = [
  { theme: 'light', label: 'Light', icon: SunIcon },
  { theme: 'dark', label: 'Dark', icon: MoonIcon },
  { theme: 'system', label: 'As on this device', icon: MonitorIcon },
]

/** The colours of the back office. Give each one on a page its own name. */
export function ThemeSwitch({ name }: { name: string }) {
  const { theme, setTheme } = useTheme()
  return (
    <fieldset className="flex rounded-control border border-input bg-card p-0.5">
      <legend className="sr-only">Colours</legend>
      {choices.map(({ theme: choice, label, icon: Icon }) => (
        <label
          key={choice}
          title={label}
          className="focus-frame relative flex min-h-11 flex-1 items-center justify-center rounded-control hover:bg-muted has-checked:bg-accent has-checked:text-link"
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={theme === choice}
            onChange={() => setTheme(choice)}
            className="absolute inset-0 size-full appearance-none opacity-0"
          />
          <Icon size={20} />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
