import { useEffect, useRef, useState } from 'react'
import { CircleCheckIcon } from '#app/ui/icons.tsx'
import { MessageForm } from './message-form.tsx'

const shownForMs = 5_000

/** The form, or for a moment the good news in its place; then the form is back for the next message. */
export function ContactForm() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSent, setSent] = useState(false)

  useEffect(() => {
    if (!isSent) return
    // The button that was pressed is gone: without this, keyboard and screen reader would start at the top again.
    heading.current?.focus()
    const timer = setTimeout(() => setSent(false), shownForMs)
    return () => clearTimeout(timer)
  }, [isSent])

  return (
    <section aria-labelledby="write-to-us">
      <h2 id="write-to-us" ref={heading} tabIndex={-1} className="w-fit rounded-control">
        Send us a message
      </h2>
      <div role="status">
        {isSent && (
          <div className="mt-5 flex items-center gap-4 rounded-card bg-success-soft p-5 text-success">
            <CircleCheckIcon size={32} />
            <div>
              <p className="text-xl font-semibold">Message Sent!</p>
              <p>Thank you. We answer as soon as we can.</p>
            </div>
          </div>
        )}
      </div>
      {!isSent && <MessageForm onSent={() => setSent(true)} />}
    </section>
  )
}
