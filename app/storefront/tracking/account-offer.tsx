import { type ComponentType, useEffect, useState } from 'react'
import { useAuth } from '#app/session/auth.tsx'

type Form = ComponentType<{ email: string }>

const loadForm = async (): Promise<Form> => (await import('./account-offer-form.tsx')).AccountOfferForm

/** Offered after the order and never before it; whoever only follows an order does not pay for its bytes. */
export function AccountOffer({ email }: { email: string }) {
  const { user, loading } = useAuth()
  const [Form, setForm] = useState<Form | null>(null)
  const isGuest = !loading && user === null
  useEffect(() => {
    if (!isGuest) return
    loadForm().then(
      (form) => setForm(() => form),
      // An offer that does not come is no trouble.
      () => {},
    )
  }, [isGuest])
  if (!isGuest || !Form) return null
  return (
    <section
      aria-labelledby="account-offer"
      className="grid gap-3 rounded-card border border-border bg-card p-5 shadow-card"
    >
      <h3 id="account-offer">Order faster next time</h3>
      <p>
        Choose a password and find your orders under{' '}
        <strong className="font-semibold wrap-anywhere">{email}</strong>. Your details fill themselves in.
      </p>
      <Form email={email} />
    </section>
  )
}
