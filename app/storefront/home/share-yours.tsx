import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../../session/auth.tsx'
import { loginPath } from '../../session/login-path.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CircleCheckIcon } from '../../ui/icons.tsx'
import { TestimonialForm } from './testimonial-form.tsx'

/** The form for those who are signed in; the way to it for all others. */
export function ShareYours({ onShared }: { onShared: () => Promise<void> }) {
  const { user } = useAuth()
  const [sent, setSent] = useState(0)
  const thanks = useRef<HTMLParagraphElement>(null)

  // The form begins anew, so the pressed button is gone: the focus goes to the words of thanks above it.
  useEffect(() => {
    if (sent > 0) thanks.current?.focus()
  }, [sent])

  if (!user) {
    return (
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 lg:mt-8">
        <p className="text-muted-foreground">Have you tried something of ours?</p>
        <ButtonLink to={loginPath('/#testimonials')} look="secondary">
          Log in to share yours
        </ButtonLink>
      </div>
    )
  }
  const onSent = () => {
    setSent((count) => count + 1)
    void onShared()
  }
  return (
    <div className="mt-8 max-w-form rounded-card border border-border bg-card p-5 shadow-card lg:p-8">
      <h3>Write yours</h3>
      <div role="status">
        {sent > 0 && (
          <p
            ref={thanks}
            tabIndex={-1}
            className="mt-4 flex items-center gap-3 rounded-card bg-success-soft p-4 font-medium text-success"
          >
            <CircleCheckIcon />
            Testimonial submitted! Thank you.
          </p>
        )}
      </div>
      <TestimonialForm key={sent} user={user} onSent={onSent} />
    </div>
  )
}
