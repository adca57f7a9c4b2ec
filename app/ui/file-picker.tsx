import type { ChangeEvent } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { FieldNotes, type FieldTexts, Optional, useFieldIds } from './field.tsx'
import { ArrowDownIcon, ArrowUpIcon, CircleAlertIcon, createIcon, ImageIcon, TrashIcon } from './icons.tsx'

/** Lucide's image-plus. Every page loads the icons; this one is for those where pictures are chosen. */
export const ImagePlusIcon = createIcon(
  'M16 5h6M19 2v6M21 11.5V19a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2h7.5M21 15l-3.086-3.086a2 2 0 0 0-2.828 0L6 21M7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
)

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

export type PickedFile = {
  id: string
  name: string
  size?: number
  /** Address of a small picture of it. */
  preview?: string
  /** How much of it is sent, 0 to 100; absent when it is not on its way. */
  progress?: number
  error?: string
}

type PickedFileRowProps = {
  file: PickedFile
  movable: boolean
  onRemove: () => void
  onEarlier: (() => void) | undefined
  onLater: (() => void) | undefined
}

function PickedFileRow({ file, movable, onRemove, onEarlier, onLater }: PickedFileRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 rounded-control border border-border bg-card p-2 sm:flex-nowrap">
      {file.preview ? (
        <img src={file.preview} alt="" className="size-16 flex-none rounded-[6px] bg-muted object-cover" />
      ) : (
        <span className="grid size-16 flex-none place-items-center rounded-[6px] bg-muted text-muted-foreground">
          <ImageIcon />
        </span>
      )}
      <span className="grid min-w-40 flex-1 gap-1">
        <span className="truncate text-sm font-semibold">{file.name}</span>
        {file.size !== undefined && (
          <span className="text-xs text-muted-foreground">{fileSize(file.size)}</span>
        )}
        {file.progress !== undefined && <UploadBar name={file.name} percent={file.progress} />}
        {file.error && (
          <span role="alert" className="flex items-center gap-1 text-sm font-medium text-destructive">
            <CircleAlertIcon size={16} />
            {file.error}
          </span>
        )}
      </span>
      <span className="ml-auto flex flex-none">
        {movable && (
          <>
            <IconButton label={`Move ${file.name} up`} disabled={!onEarlier} onClick={onEarlier}>
              <ArrowUpIcon size={20} />
            </IconButton>
            <IconButton label={`Move ${file.name} down`} disabled={!onLater} onClick={onLater}>
              <ArrowDownIcon size={20} />
            </IconButton>
          </>
        )}
        <IconButton label={`Remove ${file.name}`} onClick={onRemove}>
          <TrashIcon size={20} />
        </IconButton>
      </span>
    </li>
  )
}

function UploadBar({ name, percent }: { name: string; percent: number }) {
  return (
    <span
      role="progressbar"
      aria-label={`Sending ${name}`}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="h-2 overflow-hidden rounded-full bg-border"
    >
      <span
        className="block h-full bg-primary forced-colors:bg-[Highlight]"
        style={{ width: `${percent}%` }}
      />
    </span>
  )
}

/** As people say it: 350 KB, 2.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000))
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(kilobytes / 1000).toFixed(1)} MB`
}
