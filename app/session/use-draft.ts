import { useEffect, useState } from 'react'
import { isRecord } from '#rules/is-record.ts'
import { readToken } from '../data/api.ts'
import { useAuth } from './auth.tsx'
import { type Draft, openDraft } from './drafts.ts'

/** What this form kept when a sign-in ran out in the middle of it; to be given to `useKeepDraft` as it goes on. */
export function useDraft<Value>(form: string, isWhole: (kept: unknown) => kept is Value) {
  const { user } = useAuth()
  const [draft] = useState(() => openDraft(form, user?.id ?? '', isWhole))
  const [kept] = useState(() => draft.read())
  return { draft, kept }
}

/**
 * Keeps what is typed for as long as it is on the screen; null when there is nothing to lose. Whoever leaves the form by
 * themselves leaves nothing behind: only a sign-in that ran out, or a reload, finds it again.
 */
export function useKeepDraft<Value extends object>(draft: Draft<Value>, value: Value | null): void {
  const written = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same value in a new object is nothing new.
  useEffect(() => {
    if (value === null) draft.remove()
    else draft.write(value)
  }, [draft, written])
  useEffect(
    () => () => {
      if (readToken() !== null) draft.remove()
    },
    [draft],
  )
}

/** `seen` is what stood there before, so that a change by somebody else is noticed after a new sign-in too. */
type TypedText = { text: string; seen: string }

/** One short text behind a sign-in, such as a note. */
export function useTypedText(form: string, start: string) {
  const { draft, kept } = useDraft(form, isTypedText)
  const [{ text, seen }, setTyped] = useState<TypedText>(kept ?? { text: start, seen: start })
  const isChanged = text.trim() !== seen
  useKeepDraft(draft, isChanged ? { text, seen } : null)
  return {
    text,
    seen,
    isChanged,
    wasKept: kept !== null,
    type: (typed: string) => setTyped((before) => ({ ...before, text: typed })),
    /** What somebody else wrote meanwhile; the own text stays. */
    see: (theirs: string) => setTyped((before) => ({ ...before, seen: theirs })),
    startFrom: (saved: string) => setTyped({ text: saved, seen: saved }),
  }
}

export function isTypedText(kept: unknown): kept is TypedText {
  return isRecord(kept) && typeof kept.text === 'string' && typeof kept.seen === 'string'
}
