import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useAuth } from '#app/session/auth.tsx'
import type { SignedInUser } from '#app/session/session-state.ts'
import { loginPath } from '#app/session/sign-in.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CircleCheckIcon } from '#app/ui/icons.tsx'

type ShareYoursProps = { onShared: () => Promise<void> }

/** Most visitors are not signed in: they do not pay for loading the form. */
const TestimonialForm = lazy(async () => {
  const { TestimonialForm: Form } = await import('./testimonial-form.tsx')
  return { default: Form }
})

export function ShareYours({ onShared }: ShareYoursProps) {
  const { user } = useAuth()
  return user ? <WriteYours user={user} onShared={onShared} /> : <LogInFirst />
}

function LogInFirst() {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 lg:mt-8">
      <p className="text-muted-foreground">Have you tried something of ours?</p>
      <ButtonLink to={loginPath('/#testimonials')} variant="secondary">
        Log in to share yours
      </ButtonLink>
    </div>
  )
}

function WriteYours({ user, onShared }: ShareYoursProps & { user: SignedInUser }) {
  const [sent, setSent] = useState(0)
  const thanks = useRef<HTMLParagraphElement>(null)

  // The form begins anew, so the pressed button is gone: the focus goes to the words of thanks above it.
  useEffect(() => {
    if (sent > 0) thanks.current?.focus()
  }, [sent])

  const onSent = () => {
    setSent((count) => count + 1)
    void onShared()
  }
  return (
    <div className="mt-8 grid gap-x-10 gap-y-4 rounded-card border border-border bg-card p-5 shadow-card lg:grid-cols-[1fr_35rem] lg:p-8">
      <div>
        <h3>Write yours</h3>
        <p className="mt-2 text-muted-foreground">Your words help the next person to choose.</p>
      </div>
      <div className="grid content-start gap-5">
        <div role="status" className="empty:hidden">
          {sent > 0 && (
            <p
              ref={thanks}
              tabIndex={-1}
              className="flex items-center gap-3 rounded-card bg-success-soft p-4 font-medium text-success"
            >
              <CircleCheckIcon />
              Testimonial submitted! Thank you.
            </p>
          )}
        </div>
        <Suspense>
          <TestimonialForm key={sent} user={user} onSent={onSent} />
        </Suspense>
      </div>
    </div>
  )
}
