import { type RefObject, useCallback, useEffect, useState } from 'react'
import { useDeliveryPlace } from '#app/cart/delivery-place.tsx'
import { storageHere } from '#app/data/browser-storage.ts'
import { useAuth } from '#app/session/auth.tsx'
import { type CheckoutDetails, openDetailsMemory, openDraftMemory } from './checkout-memory.ts'
import { readCheckout } from './checkout-values.ts'
import { askProfile, choose, emptyFields, fillEmpty, followTouch, type Touched } from './prefill.ts'

type FormRef = RefObject<HTMLFormElement | null>

/** Fills the form with what is known, so that nobody types an address twice; what is typed here always wins. */
export function usePrefill(form: FormRef, follow: () => void) {
  const { user, loading } = useAuth()
  const { place } = useDeliveryPlace()
  const [details] = useState(() => openDetailsMemory(storageHere('localStorage')))
  const [draft] = useState(() => openDraftMemory(storageHere('sessionStorage')))
  const [touched] = useState<Touched>(() => new Set())
  const [isPrefilled, setPrefilled] = useState(false)
  const email = user?.email
  const isKnownWho = !loading || email !== undefined
  const { region, city } = place ?? {}

  useEffect(() => (form.current ? followTouch(form.current, touched) : undefined), [form, touched])

  // At once: whoever opens the page again and orders in the same breath orders what was typed before.
  useEffect(() => {
    const before = draft.read()
    if (!form.current) return
    fillEmpty(form.current, before, touched)
    choose(form.current, 'deliveryOption', before?.deliveryOption)
    choose(form.current, 'paymentMethod', before?.paymentMethod)
    // Some fields may have been filled in before the scripts came.
    draft.keep(readCheckout(new FormData(form.current)))
    follow()
  }, [form, draft, touched, follow])

  useEffect(() => {
    if (!isKnownWho) return
    let isOver = false
    const fill = async () => {
      const profile = email === undefined ? null : await askProfile(email)
      // A moment later: while the customer moves from one field to the next, neither has the focus.
      await new Promise((resolve) => setTimeout(resolve))
      if (isOver || !form.current) return
      const saved = isFilledIn(profile) ? profile : { ...details.read(), ...(email && { email }) }
      if (fillEmpty(form.current, saved, touched)) setPrefilled(true)
      fillEmpty(form.current, { state: region, city }, touched)
      follow()
    }
    void fill()
    return () => {
      isOver = true
    }
  }, [form, details, touched, follow, isKnownWho, email, region, city])

  return {
    isPrefilled,
    keepDraft: useCallback(() => {
      if (form.current) draft.keep(readCheckout(new FormData(form.current)))
    }, [form, draft]),
    clear: () => {
      if (form.current) emptyFields(form.current, touched)
      details.forget()
      draft.forget()
      setPrefilled(false)
      follow()
    },
    /** The order is placed: the draft has done its work, and the details stay only if that is wanted. */
    finish: (ordered: CheckoutDetails, mayRemember: boolean) => {
      draft.forget()
      if (mayRemember) details.keep(ordered)
      else details.forget()
    },
  }
}

function isFilledIn(profile: CheckoutDetails | null): profile is CheckoutDetails {
  return Boolean(profile?.fullName || profile?.phone || profile?.address || profile?.city)
}
