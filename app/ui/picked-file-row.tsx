import { fileSize } from './file-size.ts'
import { IconButton } from './icon-button.tsx'
import { ArrowDownIcon, ArrowUpIcon, CircleAlertIcon, ImageIcon, TrashIcon } from './icons.tsx'

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

export function PickedFileRow({ file, movable, onRemove, onEarlier, onLater }: PickedFileRowProps) {
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
