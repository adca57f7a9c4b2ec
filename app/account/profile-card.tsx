import { useEffect, useRef, useState } from 'react'
import type { ProfileResponse } from '#contract/profile.ts'
import { Card } from './card.tsx'
import { ProfileForm } from './profile-form.tsx'

type ProfileCardProps = { profile: ProfileResponse; onSaved(saved: ProfileResponse): void }

/** After saving and after discarding the form starts afresh, with what the shop knows. */
export function ProfileCard({ profile, onSaved }: ProfileCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [version, setVersion] = useState(0)
  // The button that was pressed is gone with the bar: the keyboard goes on from the card's beginning.
  useEffect(() => {
    if (version > 0) heading.current?.focus()
  }, [version])
  const startAfresh = () => setVersion((before) => before + 1)
  return (
    <Card id="profile" title="Edit Profile" heading={heading}>
      <ProfileForm
        key={version}
        profile={profile}
        onSaved={(saved) => {
          onSaved(saved)
          startAfresh()
        }}
        onDiscarded={startAfresh}
      />
    </Card>
  )
}
