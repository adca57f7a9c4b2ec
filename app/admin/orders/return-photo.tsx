import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, endSession } from '#app/data/api.ts'
import { readToken } from '#app/data/token.ts'
import { Button } from '#app/ui/button.tsx'
import { ImageIcon, ImagePlusIcon } from '#app/ui/icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { OrderReturnsResponse } from '#contract/returns.ts'

export async function sendReturnPhoto(address: string, photo: File): Promise<OrderReturnsResponse> {
  const body = new FormData()
  body.set('photo', photo)
  return await api.put<OrderReturnsResponse>(`${address}/photo`, { body, timeoutMs: 120_000 })
}

type AddPhotoProps = { address: string; onSaved(answer: OrderReturnsResponse): void }

export function AddPhoto({ address, onSaved }: AddPhotoProps) {
  const { submit, isBusy } = useSubmit()
  const send = (photo: File | undefined) => {
    if (!photo) return
    void submit({ failed: 'The photo was not saved' }, async () => {
      onSaved(await sendReturnPhoto(address, photo))
      return { title: 'The photo is saved' }
    })
  }
  return (
    <label className="focus-frame relative inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control px-1 font-semibold text-primary">
      <input
        type="file"
        accept="image/*"
        disabled={isBusy}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ currentTarget }) => send(currentTarget.files?.[0])}
      />
      <ImagePlusIcon size={20} />
      {isBusy ? 'Saving...' : 'Add photo'}
    </label>
  )
}

export function ReturnPhoto({ address }: { address: string }) {
  const [picture, setPicture] = useState<string | null>(null)
  const { show } = useToasts()
  const open = async () => {
    const token = readToken() ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(address, { headers }).catch(() => null)
    if (file?.status === 401) return endSession(token, {})
    if (!file?.ok) return show({ title: 'The photo could not be loaded', tone: 'destructive' })
    setPicture(URL.createObjectURL(await file.blob()))
  }
  if (picture !== null) {
    return <img src={picture} alt="What the customer gives back" className="max-h-96 rounded-card" />
  }
  return (
    <Button variant="secondary" size="sm" className="min-h-11 justify-self-start" onClick={() => void open()}>
      <ImageIcon size={20} />
      Show photo
    </Button>
  )
}
