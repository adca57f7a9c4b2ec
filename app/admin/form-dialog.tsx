import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type FormDialogProps = {
  title: string
  /** What the button says that sends it. */
  confirm?: string
  isBusy: boolean
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
  onClose(): void
  children: ReactNode
}

/** A few fields that are saved together. While that goes on, the dialog stays. */
export function FormDialog({
  title,
  confirm = 'Save',
  isBusy,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open
      title={title}
      mayClose={() => !isBusy}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={isBusy} busyLabel="Saving...">
            {confirm}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
