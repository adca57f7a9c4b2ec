import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import type { SettingName, SettingsForm } from '#rules/settings-fields.ts'
import { describeSetting, settingLabels } from '#rules/settings-labels.ts'
import { TwoValuesTable } from '../two-values-table.tsx'
import type { Conflict } from './use-settings-form.ts'

type SettingsConflictProps = {
  conflict: Conflict
  mine: SettingsForm
  isBusy: boolean
  onKeepMine(): void
  /** With what is mine besides. */
  onTakeTheirs(merged: SettingsForm): void
}

/** Somebody else was faster. Nothing is lost: both are shown, and the person decides. */
export function SettingsConflict({
  conflict,
  mine,
  isBusy,
  onKeepMine,
  onTakeTheirs,
}: SettingsConflictProps) {
  const panel = useRef<HTMLDivElement>(null)
  const { changed, theirs } = conflict
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new conflict takes the focus.
  useEffect(() => panel.current?.focus(), [conflict])
  const takeTheirs = () => {
    const kept = Object.fromEntries(changed.map((name) => [name, theirs.settings[name]]))
    onTakeTheirs({ ...mine, ...kept })
  }
  return (
    <ErrorPanel
      ref={panel}
      title={`Somebody else has changed ${changed.map((name) => settingLabels[name]).join(' and ')} while you were here`}
      action={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={takeTheirs}>
            Take theirs
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={onKeepMine}>
            Save mine instead
          </Button>
        </>
      }
    >
      <p>Nothing of yours was saved yet.</p>
      <TwoValuesTable
        head={['What', 'Theirs', 'Yours']}
        lines={changed.flatMap((name) => differences(name, theirs.settings, mine))}
        className="mt-2 border-destructive/30"
      />
    </ErrorPanel>
  )
}

function differences(
  name: SettingName,
  theirs: SettingsForm,
  mine: SettingsForm,
): [what: string, theirs: string, mine: string][] {
  const [their, own] = [describeSetting(name, theirs), describeSetting(name, mine)]
  const lines = [...new Set([...Object.keys(their), ...Object.keys(own)])]
  return lines
    .filter((line) => their[line] !== own[line])
    .map((line) => [line, words(their[line]), words(own[line])])
}

function words(value: string | number | undefined): string {
  return value === undefined || value === '' ? 'nothing' : String(value)
}
