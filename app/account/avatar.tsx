import { useState } from 'react'
import { classNames } from '../ui/class-names.ts'
import { PersonIcon } from '../ui/icons.tsx'

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
