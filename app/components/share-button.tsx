import type { MouseEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { CopyIcon, ShareIcon, WhatsAppIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/popover.tsx'
import { useToasts } from '../ui/toasts.tsx'

export type ShareButtonProps = {
  /** What is shared, in a line that stands before the address in a chat. */
  text: string
  url: string
  className?: string
}

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-muted'

/** Opens the phone's own share sheet; where there is none, offers WhatsApp and the link itself. */
export function ShareButton({ text, url, className }: ShareButtonProps) {
  const toasts = useToasts()

  const share = (event: MouseEvent) => {
    if (typeof navigator.share !== 'function') return
    event.preventDefault()
    // Whoever closes the sheet without sharing has changed their mind: nothing to report.
    navigator.share({ title: text, text, url }).catch(() => {})
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toasts.show({ tone: 'success', title: 'Link copied' })
    } catch {
      toasts.show({ title: 'Copy this link', description: url })
    }
  }
  return (
    <Popover
      label="Share"
      button={(opening) => (
        <Button variant="ghost" className={className} onClick={share} {...opening}>
          <ShareIcon size={20} />
          Share
        </Button>
      )}
    >
      <a className={row} href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}>
        <WhatsAppIcon size={20} />
        WhatsApp
      </a>
      <button type="button" className={row} onClick={copy}>
        <CopyIcon size={20} />
        Copy link
      </button>
    </Popover>
  )
}
