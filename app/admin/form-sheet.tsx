import { type ReactNode, type SyntheticEvent, useId } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Fetched } from '../data/use-fetch.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorSummary, type useFormErrors } from '../ui/form-errors.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { type Conflict, ConflictPanel } from './conflict.tsx'
import { addressWith } from './list-frame.tsx'
import { useShortcuts } from './shortcuts.tsx'
import type { Unsaved } from './unsaved.tsx'

type FormSheetProps = {
  /** What is edited, as in "Add sale". */
  thing: string
  isNew: boolean
  errors: ReturnType<typeof useFormErrors>
  unsaved: Unsaved
  conflict: Conflict | null
  isBusy: boolean
  /** With a version: over what somebody else has saved meanwhile. */
  send(values: FormData, version?: string): Promise<void>
  onChange?: (event: SyntheticEvent<HTMLFormElement>) => void
  onReload(): void
  onClose(): void
  children: ReactNode
}

/** A form beside its list: says what is wrong, who was quicker, and asks before anything typed is lost. */
export function FormSheet(props: FormSheetProps) {
  const { thing, isNew, errors, unsaved, conflict, isBusy, send, onChange, onReload, onClose } = props
  const formId = useId()
  const sheetId = `${thing}-form`
  const form = errors.form.ref
  useShortcuts({ 'Ctrl+S': () => form.current?.requestSubmit() }, sheetId)
  return (
    <Sheet
      id={sheetId}
      open
      place="right"
      title={isNew ? `Add ${thing}` : `Edit ${thing}`}
      onClose={onClose}
      mayClose={() => {
        if (unsaved.hasUnsaved()) unsaved.leave(onClose)
        return !unsaved.hasUnsaved()
      }}
      footer={
        <Button type="submit" form={formId} busy={isBusy} busyLabel="Saving..." className="flex-1">
          Save
        </Button>
      }
    >
      <form
        {...errors.form}
        id={formId}
        className="grid gap-5"
        onSubmit={errors.onSubmit((values) => void send(values))}
        onChange={(event) => {
          errors.form.onChange(event)
          unsaved.onUnsavedChange(true)
          onChange?.(event)
        }}
      >
        <ErrorSummary {...errors.summary} />
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing={thing}
            onReload={onReload}
            onOverwrite={() => form.current && void send(new FormData(form.current), conflict.at)}
          />
        )}
        {props.children}
      </form>
      {unsaved.question}
    </Sheet>
  )
}

/** Which row of a list the address opens, `?edit=new` for one that is still to be made. */
export function useEditedRow<Row extends { id: number; updated_at: string }>({
  data,
  refetch,
}: Fetched<Row[]>) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const edit = search.get('edit')
  const row = data?.find(({ id }) => String(id) === edit) ?? null
  const close = () => void navigate(addressWith(search, { edit: null }), { preventScrollReset: true })
  const form = {
    // What somebody else has saved opens the form anew.
    key: row?.updated_at ?? 'new',
    onSaved: () => {
      refetch()
      close()
    },
    onReload: refetch,
    onClose: close,
  }
  return { row, isOpen: edit === 'new' || row !== null, form }
}

/** The title of a list whose rows are edited in a sheet, and the way to a new one. */
export function ListHeading({ title, add }: { title: string; add: string }) {
  const [search] = useSearchParams()
  return (
    <div className="flex flex-wrap items-center gap-3">
      <h1 className="mr-auto">{title}</h1>
      <ButtonLink
        to={addressWith(search, { edit: 'new' })}
        size="sm"
        className="min-h-11 max-sm:w-full"
        preventScrollReset
      >
        <PlusIcon size={20} />
        {add}
      </ButtonLink>
    </div>
  )
}
