import type { ChangeEvent } from 'react'
import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, Optional, useFieldIds } from './field.tsx'
import { ImagePlusIcon } from './icons.tsx'
import { type PickedFile, PickedFileRow } from './picked-file-row.tsx'

export type FilePickerProps = FieldTexts & {
  files: readonly PickedFile[]
  onAdd: (files: File[]) => void
  onRemove: (id: string) => void
  /** With it, the rows can change places. */
  onMove?: (id: string, by: 1 | -1) => void
  id?: string
  name?: string
  accept?: string
  multiple?: boolean
  buttonLabel?: string
}

/** The real file field covers the whole area: a tap, the keyboard and dropped files all reach it, without any script. */
export function FilePicker(props: FilePickerProps) {
  const {
    label,
    help,
    error,
    warning,
    optional,
    files,
    onAdd,
    onRemove,
    onMove,
    name,
    multiple = false,
  } = props
  const { accept = 'image/*', buttonLabel = multiple ? 'Choose images' : 'Choose image' } = props
  const { id, describedBy } = useFieldIds(props.id, { help, error, warning })
  const add = (event: ChangeEvent<HTMLInputElement>) => {
    onAdd([...(event.currentTarget.files ?? [])])
    event.currentTarget.value = ''
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
        <Optional when={optional} />
      </label>
      <div
        className={classNames(
          'focus-frame relative grid place-items-center rounded-control border-2 border-dashed bg-card p-5 hover:bg-muted',
          error ? 'border-destructive' : 'border-input',
        )}
      >
        <input
          type="file"
          id={id}
          name={name}
          accept={accept}
          multiple={multiple}
          onChange={add}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span className="flex items-center gap-2 font-semibold text-primary">
          <ImagePlusIcon />
          {buttonLabel}
        </span>
        <span className="text-sm text-muted-foreground max-md:hidden">
          or drop {multiple ? 'them' : 'it'} here
        </span>
      </div>
      <FieldNotes id={id} help={help} warning={warning} error={error} />
      {files.length > 0 && (
        <ul className="grid gap-2">
          {files.map((file, index) => (
            <PickedFileRow
              key={file.id}
              file={file}
              onRemove={() => onRemove(file.id)}
              onEarlier={onMove && index > 0 ? () => onMove(file.id, -1) : undefined}
              onLater={onMove && index < files.length - 1 ? () => onMove(file.id, 1) : undefined}
              movable={onMove !== undefined}
            />
          ))}
        </ul>
      )}
    </div>
  )
}
