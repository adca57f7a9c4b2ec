import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { useFormErrors } from '../ui/form-errors.tsx'

type FormDialogProps = {
  title: string
  /** What the button says that sends it. */
  confirm?: string
  busyLabel?: string
  isBusy: boolean
  /** Of `useFormErrors`, where that finds the mistakes. */
  form?: ReturnType<typeof useFormErrors>['form']
  onSubmit(event: SubmitEvent<HTMLFormElement>): void
  onClose(): void
  children: ReactNode
}

/** A few fields that are saved together. While that goes on, the dialog stays. */
export function FormDialog({
  title,
  confirm = 'Save',
  busyLabel = 'Saving...',
  isBusy,
  form,
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
          <Button type="submit" form={formId} busy={isBusy} busyLabel={busyLabel}>
            {confirm}
          </Button>
        </>
      }
    >
      <form noValidate {...form} id={formId} className="grid gap-4" onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  )
}
