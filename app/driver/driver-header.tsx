import { useState } from 'react'
import { unsentTaps } from '#rules/offline-action-queue.ts'
import { ThemeSwitch } from '../layout/theme-switch.tsx'
import { useAuth } from '../session/auth.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RefreshIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { LogOutIcon, SettingsIcon } from '../ui/signed-in-icons.tsx'
import { Switch } from '../ui/switch.tsx'
import { type DriverSettings, ring, type Taps } from './use-dashboard.ts'
import type { Day } from './use-day.ts'

const signOutMessages = {
  done: { title: 'You have been successfully signed out.' },
  failed: { title: 'Failed to sign out. Please try again.' },
}

type DriverHeaderProps = {
  email: string
  day: Day
  taps: Taps
  settings: DriverSettings
  onSettings(change: Partial<DriverSettings>): void
}

export function DriverHeader({ email, day, taps, settings, onSettings }: DriverHeaderProps) {
  const [isSettingUp, setSettingUp] = useState(false)
  const { leave, question } = useLeaving(taps)
  return (
    <div className="grid gap-3">
      <div>
        <h1 className="font-sans font-semibold">Driver Dashboard</h1>
        <p className="wrap-anywhere text-muted-foreground">Welcome, {email}</p>
      </div>
      <div className="flex gap-2 *:flex-auto *:px-2! md:*:flex-none md:*:px-5!">
        <Button
          variant="secondary"
          busy={day.isLoading}
          className="text-sm"
          onClick={() => void day.refresh()}
        >
          {!day.isLoading && <RefreshIcon size={20} />}
          Refresh
        </Button>
        <Button variant="secondary" className="text-sm" onClick={() => setSettingUp(true)}>
          <SettingsIcon size={20} />
          Settings
        </Button>
        <Button variant="secondary" className="text-sm" onClick={leave}>
          <LogOutIcon size={20} />
          Sign Out
        </Button>
      </div>
      <SettingsSheet
        open={isSettingUp}
        settings={settings}
        onChange={onSettings}
        onClose={() => setSettingUp(false)}
      />
      {question}
    </div>
  )
}

/** Whoever leaves with unsent taps is asked first; the taps wait on this phone for the same driver. */
function useLeaving({ queue, unsaved }: Taps) {
  const { signOut } = useAuth()
  const [isAsking, setAsking] = useState(false)
  const unsent = unsentTaps(queue).length
  const signOutNow = () => {
    setAsking(false)
    void signOut(signOutMessages)
  }
  const question = (
    <ConfirmDialog
      open={isAsking}
      title={unsent === 1 ? '1 tap is not sent yet' : `${unsent} taps are not sent yet`}
      confirmLabel="Sign out anyway"
      cancelLabel="Stay"
      destructive
      onConfirm={signOutNow}
      onClose={() => setAsking(false)}
    >
      <p>
        {unsaved > 0
          ? 'The storage of this phone is full. If you sign out now, they are lost.'
          : 'They stay on this phone and are sent when you sign in here again.'}
      </p>
    </ConfirmDialog>
  )
  return { leave: () => (unsent > 0 ? setAsking(true) : signOutNow()), question }
}

type SettingsSheetProps = {
  open: boolean
  settings: DriverSettings
  onChange(change: Partial<DriverSettings>): void
  onClose(): void
}

function SettingsSheet({ open, settings, onChange, onClose }: SettingsSheetProps) {
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
