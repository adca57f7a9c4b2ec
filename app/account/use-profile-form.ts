import { useEffect, useRef, useState } from 'react'
import type { ProfileResponse } from '#contract/profile.ts'
import { checkProfile, type ProfileTexts } from '#rules/profile-fields.ts'
import { api } from '../data/api.ts'
import { isApiProblem } from '../data/api-problem.ts'
import { useAuth } from '../session/auth.tsx'
import { openDraft } from '../session/drafts.ts'
import { useToasts } from '../ui/toasts.tsx'
import {
  isChanged,
  isDraft,
  type PictureChoice,
  readTexts,
  samePicture,
  textsOf,
  toForm,
} from './profile-values.ts'
import { useAccountForm } from './use-account-form.ts'

const failureWords = { title: 'Error updating profile', otherwise: 'An unexpected error occurred' }

/** The profile as it is being typed: whether there is something to save, and how it is saved. */
export function useProfileForm(profile: ProfileResponse, onSaved: (saved: ProfileResponse) => void) {
  const { checkAgain } = useAuth()
  const { show } = useToasts()
  const [draft] = useState(() => openDraft('profile', profile.id, isDraft))
  const [kept] = useState(() => draft.read())
  const [texts, setTexts] = useState<ProfileTexts>(kept?.texts ?? textsOf(profile))
  const [picture, setPicture] = useState<PictureChoice>(kept?.picture ?? samePicture)
  const { form, ...account } = useAccountForm((values) => checkProfile(readTexts(values)), failureWords)
  const isDirty = isChanged({ texts, picture }, profile)

  useEffect(() => {
    if (isDirty) draft.keep({ texts, picture })
    else draft.forget()
  }, [draft, isDirty, texts, picture])

  const send = async (values: FormData) => {
    try {
      const body = toForm({ texts: readTexts(values), picture }, profile)
      const saved = await api.put<ProfileResponse>('/api/profile', {
        form: body,
        otherwise: failureWords.otherwise,
        timeoutMs: 90_000,
      })
      draft.forget()
      show({ title: 'Profile updated', tone: 'success' })
      onSaved(saved)
      // The menu greets by the display name.
      void checkAgain()
      return null
    } catch (error) {
      return aboutPicture(error instanceof Error ? error : new Error(failureWords.otherwise))
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
    discard: draft.forget,
  }
}

const pictureCodes = ['image_too_large', 'image_not_supported', 'invalid_image']

/** A picture that the shop did not take is told where the picture was chosen. */
function aboutPicture(error: Error): Error {
  if (!isApiProblem(error) || !pictureCodes.includes(error.code)) return error
  return Object.assign(error, { fields: { avatar: error.message } })
}
