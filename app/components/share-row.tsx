import { useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { CopyIcon, ShareIcon, WhatsAppIcon } from '../ui/icons.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'

export type ShareRowProps = { title: string; url: string }

/** The phone's own share sheet where there is one; WhatsApp and the link itself for everyone. */
export function ShareRow({ title, url }: ShareRowProps) {
  const hydrated = useHydrated()
  const [answer, setAnswer] = useState('')
  const canShare = hydrated && typeof navigator.share === 'function'

  const share = () => {
    // Whoever closes the sheet without sharing has changed their mind: nothing to report.
    navigator.share({ title, url }).catch(() => {})
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setAnswer('Link copied')
    } catch {
      setAnswer(`Copy this link: ${url}`)
    }
  }
  return (
    <div className="print:hidden">
      <div className="flex flex-wrap gap-2">
        {canShare && (
          <Button variant="secondary" onClick={share}>
            <ShareIcon size={20} />
            Share
          </Button>
        )}
        <ButtonLink variant="secondary" to={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}>
          <WhatsAppIcon size={20} />
          WhatsApp
        </ButtonLink>
        <Button variant="secondary" onClick={copy}>
          <CopyIcon size={20} />
          Copy link
        </Button>
      </div>
      <p role="status" className="mt-2 min-h-5 text-sm break-words text-success">
        {answer}
      </p>
    </div>
  )
}
