import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { formatDate } from '#rules/dates.ts'
import { clockTime } from './clock-time.ts'
import type { PostDraft } from './post-drafts.ts'

type RestoreDialogProps = {
  draft: PostDraft | null
  /** The post in the shop was changed after the draft was begun. */
  isOutdated: boolean
  onRestore: (draft: PostDraft) => void
  onDiscard: () => void
}

/** Asked before anything can be typed, so that new words never land on top of old ones. */
export function RestoreDialog({ draft, isOutdated, onRestore, onDiscard }: RestoreDialogProps) {
  return (
    <Dialog
      open={draft !== null}
      mayClose={() => false}
      title="Restore unsaved draft?"
      actions={
        <>
          <Button variant="secondary" onClick={onDiscard}>
            Discard
          </Button>
          <Button data-first-focus="" onClick={() => draft && onRestore(draft)}>
            Restore
          </Button>
        </>
      }
    >
      {draft && (
        <p className="wrap-anywhere">
          {draft.title.trim() ? `“${draft.title.trim()}”` : 'A draft without a title'}, saved on this device
          on {formatDate(draft.savedAt)} at {clockTime(draft.savedAt)}.
          {isOutdated && ' The post in the shop was changed since then.'}
        </p>
      )}
    </Dialog>
  )
}
