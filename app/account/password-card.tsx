import { useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import { Card } from './cards.tsx'

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

type PasswordCardProps = { email: string; onChanged(): void }

export function PasswordCard({ email, onChanged }: PasswordCardProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { Component: PasswordForm, fetchComponent } = useLazyComponent(loadForm)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const close = () => setOpen(false)
  return (
    <Card id="password" title="Password">
      {isOpen && PasswordForm ? (
        <PasswordForm
          email={email}
          onDone={() => {
            close()
            onChanged()
          }}
          onCancel={close}
        />
      ) : (
        <Button ref={opener} variant="secondary" onClick={async () => setOpen(await fetchComponent())}>
          Change password
        </Button>
      )}
    </Card>
  )
}
