import { useId } from 'react'
import type { ProfileResponse } from '#contract/profile.ts'
import { longestProfileTexts } from '#rules/profile-fields.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { TextField } from '../ui/text-field.tsx'
import { AddressFields } from './address-fields.tsx'
import { AvatarField } from './avatar-field.tsx'
import { useProfileForm } from './use-profile-form.ts'

type ProfileFormProps = {
  profile: ProfileResponse
  onSaved(saved: ProfileResponse): void
  onDiscarded(): void
}

export function ProfileForm({ profile, onSaved, onDiscarded }: ProfileFormProps) {
  const id = useId()
  const {
    form,
    field,
    summary,
    failure,
    isBusy,
    first,
    texts,
    picture,
    setPicture,
    isDirty,
    wasKept,
    discard,
  } = useProfileForm(profile, onSaved)
  const text = (name: keyof typeof first) => ({
    ...field(name),
    defaultValue: first[name],
    maxLength: longestProfileTexts[name],
  })
  return (
    <>
      <form {...form} id={id} className="grid gap-5">
        <p className="text-muted-foreground">Fill in what you like: everything here is optional.</p>
        {wasKept && <Kept />}
        <ErrorSummary {...summary} />
        {failure && <ErrorPanel title="Error updating profile">{failure}</ErrorPanel>}
        <AvatarField
          {...field('avatar')}
          address={profile.avatar_url}
          choice={picture}
          onChoose={setPicture}
        />
        <TextField {...text('full_name')} label="Full name" autoComplete="name" enterKeyHint="next" />
        <TextField
          {...text('display_name')}
          label="Display name"
          help="Shown with your testimonials. Without it we show the part of your email before the @."
          autoComplete="nickname"
          enterKeyHint="next"
        />
        <TextField
          label="Email"
          type="email"
          value={profile.email}
          help="Your email is the key to your account and cannot be changed."
          autoComplete="off"
          readOnly
        />
        <TextField
          {...text('phone')}
          label="Phone"
          help="The rider calls this number."
          type="tel"
          autoComplete="tel"
          enterKeyHint="next"
        />
        <TextField
          {...text('website')}
          label="Website"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          autoComplete="url"
          enterKeyHint="next"
        />
        <AddressFields text={text} region={texts.state} />
        <noscript>
          <p className="text-sm text-muted-foreground">Your profile needs JavaScript.</p>
        </noscript>
      </form>
      <StickyBar hidden={!isDirty}>
        <p className="text-sm text-muted-foreground max-md:hidden">You have unsaved changes.</p>
        <div className="flex flex-1 justify-end gap-3">
          <Button
            variant="secondary"
            className="max-md:flex-1"
            disabled={isBusy}
            onClick={() => {
              discard()
              onDiscarded()
            }}
          >
            Discard
          </Button>
          <Button type="submit" form={id} className="max-md:flex-1" busy={isBusy} busyLabel="Saving...">
            Save changes
          </Button>
        </div>
      </StickyBar>
    </>
  )
}

function Kept() {
  return (
    <p role="status" className="rounded-control bg-warning-soft p-3 text-sm font-medium text-warning">
      We kept what you had typed. It is not saved yet.
    </p>
  )
}
