import { type ChangeEvent, type ReactNode, useState } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FieldNotes } from '../ui/field.tsx'
import { ImageIcon, PersonIcon } from '../ui/icons.tsx'
import { CameraIcon } from '../ui/signed-in-icons.tsx'
import { type PictureChoice, shrinkPhoto } from './profile-values.ts'

const mostBytes = 15 * 1024 * 1024

type AvatarFieldProps = {
  id: string
  error: string | undefined
  /** The picture that the shop has. */
  address: string
  choice: PictureChoice
  onChoose(choice: PictureChoice): void
}

export function AvatarField({ id, error, address, choice, onChoose }: AvatarFieldProps) {
  const { take, isBusy, complaint } = useTakenPhoto(onChoose)
  const shown = shownAddress(address, choice)
  const message = complaint ?? error
  const tie = {
    'aria-describedby': `${id}-help${message ? ` ${id}-error` : ''}`,
    'aria-invalid': Boolean(message),
  }
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">Photo</legend>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar address={shown} className="size-24" />
        <div className="grid min-w-44 flex-1 gap-2">
          <div className="flex gap-2 max-sm:flex-col sm:flex-wrap">
            <PhotoButton icon={<ImageIcon size={20} />} input={{ id, ...tie }} onTake={take}>
              {shown || choice.is === 'original' ? 'Change photo' : 'Choose photo'}
            </PhotoButton>
            <PhotoButton
              icon={<CameraIcon size={20} />}
              input={{ capture: 'user', ...tie }}
              onTake={take}
              className="pointer-fine:hidden"
            >
              Take photo
            </PhotoButton>
            {(shown !== '' || choice.is === 'original') && (
              <Button variant="ghost" onClick={() => onChoose({ is: address ? 'none' : 'same' })}>
                Remove
              </Button>
            )}
          </div>
          <p role="status" className="text-sm text-muted-foreground empty:hidden">
            {isBusy && 'Opening the photo...'}
            {!isBusy && choice.is === 'original' && `${choice.file.name} is shown once it is saved.`}
          </p>
        </div>
      </div>
      <FieldNotes id={id} help="Any photo up to 15 MB. We cut a square out of its middle." error={message} />
    </fieldset>
  )
}

function shownAddress(address: string, choice: PictureChoice): string {
  if (choice.is === 'small') return choice.address
  return choice.is === 'same' ? address : ''
}

function useTakenPhoto(onChoose: (choice: PictureChoice) => void) {
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const take = async (file: File) => {
    setComplaint(undefined)
    setBusy(true)
    const small = await shrinkPhoto(file)
    setBusy(false)
    if (small !== null) return onChoose({ is: 'small', address: small })
    if (file.size > mostBytes) return setComplaint('Image is too large')
    onChoose({ is: 'original', file })
  }
  return { take, isBusy, complaint }
}

type PhotoButtonProps = {
  icon: ReactNode
  input: { id?: string; capture?: 'user'; 'aria-describedby': string; 'aria-invalid': boolean }
  onTake(file: File): void
  className?: string
  children: string
}

/** The real file field lies over its own button: a tap, the keyboard and a dropped photo all reach it. */
function PhotoButton({ icon, input, onTake, className, children }: PhotoButtonProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (file) onTake(file)
  }
  return (
    <span
      className={classNames(
        buttonClass({ variant: 'secondary', size: 'md' }),
        'focus-frame relative',
        className,
      )}
    >
      {icon}
      {children}
      <input
        type="file"
        accept="image/*"
        aria-label={children}
        {...input}
        onChange={take}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </span>
  )
}

/** A person's picture, or a sign in its place. The name stands beside it, so it says nothing itself. */
export function Avatar({ address, className }: { address: string; className?: string }) {
  const [missing, setMissing] = useState('')
  const isShown = address !== '' && address !== missing
  return (
    <span
      className={classNames(
        'grid flex-none place-items-center overflow-hidden rounded-full bg-muted text-terracotta',
        className,
      )}
    >
      {isShown ? (
        <img
          src={address}
          alt=""
          width={320}
          height={320}
          onError={() => setMissing(address)}
          className="size-full object-cover"
        />
      ) : (
        <PersonIcon size={40} className="stroke-1" />
      )}
    </span>
  )
}
