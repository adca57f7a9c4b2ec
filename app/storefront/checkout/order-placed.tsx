import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { trackingPath } from '#app/components/tracking-path.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { CircleCheckIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import type { PlacedHere } from './use-after-order.ts'

const timeToReadMs = 2_000

/** Stands in for the form for the two seconds in which the good news can be read; then the way of the order opens. */
export function OrderPlaced({ placed }: { placed: PlacedHere }) {
  const { code, chat, chatWindow } = placed
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()

  // The button that was pressed may have been far below.
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    const goOn = async () => {
      // First the tracking page: whoever comes back from the chat then finds it, and not an empty checkout.
      await navigate(trackingPath(code), { replace: true })
      if (chatWindow.isThisWindow) chatWindow.show(chat)
    }
    const timer = setTimeout(() => void goOn(), timeToReadMs)
    return () => clearTimeout(timer)
  }, [navigate, code, chat, chatWindow])

  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-14 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-success-soft text-success">
        <CircleCheckIcon size={48} />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        Order placed successfully
      </h1>
      <p className="text-lg">
        Your tracking code is <strong className="font-semibold tracking-widest">{code}</strong>.
      </p>
      <p className="text-muted-foreground">You will be redirected to WhatsApp to complete your order.</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <ButtonLink
          variant="whatsapp"
          to={chat}
          target={chatWindow.isThisWindow ? undefined : '_blank'}
          rel="noopener"
        >
          <WhatsAppIcon size={20} />
          Open WhatsApp
        </ButtonLink>
        <ButtonLink variant="secondary" to={trackingPath(code)} replace>
          Follow your order
        </ButtonLink>
      </div>
    </div>
  )
}
