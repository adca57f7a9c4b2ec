import { useEffect, useId, useRef, useState } from 'react'
import type { ProfileResponse } from '#contract/accounts.ts'
import { readRegion, regions } from '#rules/delivery-fee.ts'
import {
  checkProfile,
  longestProfileTexts,
  type ProfileField,
  type ProfileTexts,
} from '#rules/profile-fields.ts'
import { suggestTowns } from '#rules/towns.ts'
import { api, isApiProblem } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { openDraft } from '../session/drafts.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { makeRoomBelow } from '../ui/scrolling.ts'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { useAccountForm } from './account-form.tsx'
import { AvatarField } from './avatar-field.tsx'
import { Card } from './cards.tsx'
import {
  isChanged,
  isDraft,
  type PictureChoice,
  readTexts,
  samePicture,
  textsOf,
  toForm,
} from './profile-values.ts'

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

type ProfileFormProps = {
  profile: ProfileResponse
  onSaved(saved: ProfileResponse): void
  onDiscarded(): void
}

function ProfileForm({ profile, onSaved, onDiscarded }: ProfileFormProps) {
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
        {wasKept && <RestoredNote />}
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
          help={`Shown with your testimonials.${profile.email && ' Without it we show the part of your email before the @.'}`}
          autoComplete="nickname"
          enterKeyHint="next"
        />
        {profile.email && (
          <TextField
            label="Email"
            type="email"
            value={profile.email}
            help="Your email is the key to your account and cannot be changed."
            autoComplete="off"
            readOnly
          />
        )}
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

function RestoredNote() {
  return (
    <p role="status" className="rounded-control bg-warning-soft p-3 text-sm font-medium text-warning">
      We kept what you had typed. It is not saved yet.
    </p>
  )
}

const failureMessage = { title: 'Error updating profile', otherwise: 'An unexpected error occurred' }

/** The profile as it is being typed: whether there is something to save, and how it is saved. */
function useProfileForm(profile: ProfileResponse, onSaved: (saved: ProfileResponse) => void) {
  const { revalidate } = useAuth()
  const [draft] = useState(() => openDraft('profile', profile.id, isDraft))
  const [kept] = useState(() => draft.read())
  const [texts, setTexts] = useState<ProfileTexts>(kept?.texts ?? textsOf(profile))
  const [picture, setPicture] = useState<PictureChoice>(kept?.picture ?? samePicture)
  const { form, ...account } = useAccountForm((values) => checkProfile(readTexts(values)), failureMessage)
  const isDirty = isChanged({ texts, picture }, profile)

  useEffect(() => {
    if (isDirty) draft.write({ texts, picture })
    else draft.remove()
  }, [draft, isDirty, texts, picture])

  const send = async (values: FormData) => {
    try {
      const body = toForm({ texts: readTexts(values), picture }, profile)
      const saved = await api.put<ProfileResponse>('/api/profile', {
        form: body,
        otherwise: failureMessage.otherwise,
        timeoutMs: 90_000,
      })
      draft.remove()
      onSaved(saved)
      // The menu greets by the display name.
      void revalidate()
      return { title: 'Profile updated' }
    } catch (error) {
      throw aboutPicture(error)
    }
  }
  const props = form(send)
  const follow = () => {
    if (props.ref.current) setTexts(readTexts(new FormData(props.ref.current)))
  }
  return {
    ...account,
    form: {
      ...props,
      onChange: (event: Parameters<typeof props.onChange>[0]) => {
        props.onChange(event)
        follow()
      },
    },
    /** What the fields start with. */
    first: useRef(texts).current,
    texts,
    picture,
    setPicture,
    isDirty,
    wasKept: kept !== null,
    discard: draft.remove,
  }
}

const pictureCodes = ['image_too_large', 'image_not_supported', 'invalid_image']

/** Why the shop refused a picture stands where the picture was chosen. */
function aboutPicture(error: unknown): unknown {
  if (!isApiProblem(error) || !pictureCodes.includes(error.code)) return error
  return Object.assign(error, { fields: { avatar: error.message } })
}

type FieldText = {
  id: string
  name: string
  error: string | undefined
  defaultValue: string
  maxLength: number
}

type AddressFieldsProps = { text(field: ProfileField): FieldText; region: string }

/** Region before city, so that the right towns are offered. Checkout starts with what stands here. */
function AddressFields({ text, region }: AddressFieldsProps) {
  const { maxLength: _, ...state } = text('state')
  const _known = readRegion(region)
  return (
    <fieldset className="grid gap-5">
      <legend className="mb-3 font-semibold">
        Where we deliver
        <span className="block text-sm font-normal text-muted-foreground">
          Checkout starts with this address.
        </span>
      </legend>
      <SelectField
        {...state}
        label="Region"
        placeholder="Choose your region"
        autoComplete="address-level1"
        options={regions.map((name) => ({ value: name, label: name }))}
      />
      <Combobox
        {...text('city')}
        label="City"
        autoComplete="address-level2"
        enterKeyHint="next"
        onFocus={(event) => makeRoomBelow(event.currentTarget)}
        suggestions={suggestTowns(region).map((text) => ({ text }))}
      />
      <TextField
        {...text('shipping_address')}
        label="Shipping address"
        help="Street, house or landmark. A landmark helps the rider to find you."
        autoComplete="street-address"
        autoCapitalize="sentences"
        enterKeyHint="done"
      />
    </fieldset>
  )
}
