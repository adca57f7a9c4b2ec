import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  busy?: boolean
  busyLabel?: string
  destructive?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A question with two answers; the keyboard starts on the one that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, cancelLabel = 'Cancel', busy, busyLabel } = props
  return (
    <Dialog
      open={open}
      onClose={props.onClose}
      mayClose={() => !busy}
      title={title}
      actions={
        <>
          <Button variant="secondary" data-first-focus="" disabled={busy} onClick={props.onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={props.destructive ? 'destructive' : 'primary'}
            busy={busy}
            busyLabel={busyLabel}
            onClick={props.onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
