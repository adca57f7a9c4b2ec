import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Fetched } from '../data/use-fetch.ts'
import { isText, optional, recordOf, type Shape, shapeOf } from '../session/draft-shape.ts'
import { useDraft, useKeepDraft } from '../session/use-draft.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorSummary, type useFormErrors } from '../ui/form-errors.tsx'
import { PlusIcon } from '../ui/icons.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { type Conflict, ConflictPanel } from './conflict.tsx'
import { KeptNotice } from './form-card.tsx'
import { addressWith } from './list-frame.tsx'
import { useShortcuts } from './shortcuts.tsx'
import { type Unsaved, useUnsaved } from './unsaved.tsx'

/** By name, as the browser sends them: a switch that is off is not there. */
export type FieldTexts = Partial<Record<string, string>>

export function fieldsOf(values: FormData): FieldTexts {
  const texts = [...values].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return Object.fromEntries(texts)
}

type SheetValues<Chosen> = {
  fields: FieldTexts
  /** What is chosen by pressing and not typed. */
  chosen: Chosen
  /** Which one it was typed over: a colleague's change meanwhile is then still noticed. None for a new thing. */
  version?: string | undefined
}

export function sheetShape<Chosen>(isChosen: Shape<Chosen>): Shape<SheetValues<Chosen>> {
  return shapeOf<SheetValues<Chosen>>({
    fields: recordOf(isText),
    chosen: isChosen,
    version: optional(isText),
  })
}

/** `name` says which one is edited, such as `sale 5`; the last draft of that name comes back. */
type SheetFormOptions<Chosen> = { name: string; saved: SheetValues<Chosen>; isChosen: Shape<Chosen> }

/** What is typed and chosen in a sheet. If the sign-in runs out meanwhile, the form begins with it the next time. */
export function useSheetForm<Chosen>({ name, saved, isChosen }: SheetFormOptions<Chosen>) {
  const { draft, kept } = useDraft(name, sheetShape(isChosen))
  const [start] = useState(kept ?? saved)
  const [typed, setTyped] = useState(kept)
  useKeepDraft(draft, typed)
  const unsaved = useUnsaved(`What you changed in this ${name.split(' ')[0]} is not saved yet.`)
  const { onUnsavedChange } = unsaved
  useEffect(() => onUnsavedChange(kept !== null), [kept, onUnsavedChange])
  const change = (changes: Partial<SheetValues<Chosen>>) => {
    setTyped((before) => ({ ...(before ?? start), ...changes }))
    onUnsavedChange(true)
  }
  return {
    /** What the fields begin with. */
    start: start.fields,
    chosen: (typed ?? start).chosen,
    version: start.version,
    wasKept: kept !== null,
    unsaved,
    type: (form: HTMLFormElement) => change({ fields: fieldsOf(new FormData(form)) }),
    choose: (chosen: Chosen) => change({ chosen }),
    /** It is saved, or no longer wanted. */
    forget: () => {
      draft.remove()
      setTyped(null)
      onUnsavedChange(false)
    },
  }
}

type FormSheetProps = {
  /** What is edited, as in "Add sale". */
  thing: string
  isNew: boolean
  errors: ReturnType<typeof useFormErrors>
  /** Of `useSheetForm`. */
  typed: { unsaved: Unsaved; wasKept: boolean; type(form: HTMLFormElement): void; forget(): void }
  hasPictures?: boolean
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
  const { thing, isNew, errors, typed, conflict, isBusy, send, onChange, onReload, onClose } = props
  const { unsaved, wasKept } = typed
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
          typed.type(event.currentTarget)
          onChange?.(event)
        }}
      >
        <ErrorSummary {...errors.summary} />
        {wasKept && <KeptNotice hasPictures={props.hasPictures} />}
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing={thing}
            onReload={() => {
              typed.forget()
              onReload()
            }}
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
}: Pick<Fetched<Row[]>, 'data' | 'refetch'>) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const edit = search.get('edit')
  const [round, setRound] = useState(0)
  const row = data?.find(({ id }) => String(id) === edit) ?? null
  const close = () => void navigate(addressWith(search, { edit: null }), { preventScrollReset: true })
  const form = {
    // What somebody else has saved opens the form anew.
    key: `${row?.updated_at ?? 'new'} ${round}`,
    onSaved: () => {
      refetch()
      close()
    },
    onReload: () => {
      refetch()
      // After a new sign-in it may be here already, below what was typed before.
      setRound((before) => before + 1)
    },
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
