import { Button } from '#app/ui/button.tsx'
import type { SettingName } from '#rules/settings-fields.ts'
import { settingLabels } from '#rules/settings-labels.ts'

type SaveBarProps = { formId: string; changed: readonly SettingName[]; isBusy: boolean; onDiscard(): void }

/** Within reach as long as there is something to save. */
export function SaveBar({ formId, changed, isBusy, onDiscard }: SaveBarProps) {
  return (
    <div
      data-sticky-bar=""
      hidden={changed.length === 0}
      className="sticky bottom-0 z-30 -mx-(--gutter) border-t border-border bg-card px-gutter pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))] shadow-sheet"
    >
      <div className="flex max-w-4xl flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted-foreground max-md:hidden">Not saved yet: {listed(changed)}</p>
        <div className="flex gap-3 max-md:flex-1">
          <Button variant="secondary" className="max-md:flex-1" disabled={isBusy} onClick={onDiscard}>
            Discard
          </Button>
          <Button type="submit" form={formId} className="max-md:flex-1" busy={isBusy} busyLabel="Saving...">
            Save changes
          </Button>
        </div>
      </div>
    </div>
  )
}

function listed(changed: readonly SettingName[]): string {
  return changed.map((name) => settingLabels[name]).join(', ')
}
