import { type ChangeEvent, useEffect, useState } from 'react'
import { fitPhoto } from '../data/shrink-photo.ts'
import { buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { CameraIcon } from '../ui/signed-in-icons.tsx'

const mostBytes = 15 * 1024 * 1024

/** One photo, made small on the phone before anything is sent. */
export function DoorPhoto({ onPhoto }: { onPhoto(photo: Blob): void }) {
  const [shown, setShown] = useState<string | null>(null)
  const [note, setNote] = useState('')
  useEffect(() => () => void (shown && URL.revokeObjectURL(shown)), [shown])
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (!file) return
    setNote('Opening the photo...')
    const small = (await fitPhoto(file)) ?? (file.size <= mostBytes ? file : null)
    if (small === null) return setNote('This photo is too large.')
    onPhoto(small)
    setShown(URL.createObjectURL(small))
    setNote('The photo is ready. It is sent with this delivery.')
  }
  return (
    <div className="grid gap-2">
      <span className={classNames(buttonClass({ variant: 'secondary' }), 'focus-frame relative')}>
        <CameraIcon size={20} />
        {shown ? 'Take another photo' : 'Take a photo'}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          aria-label={shown ? 'Take another photo' : 'Take a photo'}
          onChange={take}
          className="absolute -inset-px size-[calc(100%+2px)] cursor-pointer opacity-0"
        />
      </span>
      <div className="flex items-center gap-3">
        {shown && (
          <img src={shown} alt="The parcel at the door" className="size-16 rounded-control object-cover" />
        )}
        <p role="status" className="text-sm text-muted-foreground">
          {note}
        </p>
      </div>
    </div>
  )
}
