import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { CopyIcon } from '#app/ui/icons.tsx'

/** What became of the last try to copy is said below; not every browser allows it. */
export function useCopy(secret: string, done: string, otherwise: string) {
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(done)
    } catch {
      setCopied(otherwise)
    }
  }
  return { copy: () => void copy(), copied }
}

/** A text to be copied as a whole, and what became of it. */
export function CopiedText({ secret, copied }: { secret: string; copied: string }) {
  return (
    <>
      <p className="rounded-control bg-muted p-3 text-sm wrap-anywhere select-all">{secret}</p>
      <p role="status" className="text-sm text-success empty:hidden">
        {copied}
      </p>
    </>
  )
}

type ShownOnceProps = { title: string; text: string; secret: string; onClose(): void }

/** A key or a secret that the shop shows this once. */
export function ShownOnce({ title, text, secret, onClose }: ShownOnceProps) {
  const { copy, copied } = useCopy(
    secret,
    'Copied',
    'Copying is not possible here. Please mark it and copy it.',
  )
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Done
          </Button>
          <Button onClick={copy}>
            <CopyIcon size={20} />
            Copy
          </Button>
        </>
      }
    >
      <p>{text}</p>
      <CopiedText secret={secret} copied={copied} />
    </Dialog>
  )
}
