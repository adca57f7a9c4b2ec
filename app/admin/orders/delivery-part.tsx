import { type FormEvent, useState } from 'react'
import { api, endSession } from '#app/data/api.ts'
import { readToken } from '#app/data/token.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button } from '#app/ui/button.tsx'
import { ImageIcon } from '#app/ui/icons.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { DeliveryResponse, ProofResponse } from '#contract/delivery.ts'
import { formatDateAndTime } from '#rules/dates.ts'

/** What the driver should know at the door, and how the shop knows that the order arrived. */
export function DeliveryPart({ orderId }: { orderId: number }) {
  const { answer, replace } = useFetch<DeliveryResponse>(`/api/orders/${orderId}/delivery`)
  if (answer === null) return null
  return (
    <div className="mt-3 grid gap-3">
      <DriverNote orderId={orderId} note={answer.note} onSaved={replace} />
      {answer.proofs.map((proof) => (
        <Proof key={proof.id} orderId={orderId} proof={proof} />
      ))}
    </div>
  )
}

type DriverNoteProps = { orderId: number; note: string; onSaved(answer: DeliveryResponse): void }

function DriverNote({ orderId, note, onSaved }: DriverNoteProps) {
  const { show } = useToasts()
  const { text, isChanged, type, startFrom } = useTypedText(`driver-note-${orderId}`, note)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      const body = { note: text }
      const saved = await api.put<DeliveryResponse>(`/api/orders/${orderId}/delivery-note`, { body })
      startFrom(saved.note)
      onSaved(saved)
      show({ title: 'The driver sees the note now', tone: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The note for the driver was not saved', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-2">
      <TextField
        label="Note for the driver"
        maxLength={500}
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        className="min-w-52 flex-1"
      />
      <Button type="submit" variant="secondary" busy={isBusy} disabled={!isChanged}>
        Save for driver
      </Button>
    </form>
  )
}

function Proof({ orderId, proof }: { orderId: number; proof: ProofResponse }) {
  const [picture, setPicture] = useState<string | null>(null)
  const { show } = useToasts()
  const at = formatDateAndTime(new Date(proof.taken_at))
  if (proof.kind === 'code') return <p>The customer’s code was checked at the door, {at}.</p>
  const open = async () => {
    const token = readToken() ?? ''
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(`/api/orders/${orderId}/proofs/${proof.id}`, { headers }).catch(() => null)
    if (file?.status === 401) return endSession(token, {})
    if (!file?.ok) return show({ title: 'The photo could not be loaded', tone: 'destructive' })
    setPicture(URL.createObjectURL(await file.blob()))
  }
  return picture === null ? (
    <Button variant="secondary" className="justify-self-start" onClick={() => void open()}>
      <ImageIcon size={20} />
      Show photo of {at}
    </Button>
  ) : (
    <figure>
      <img src={picture} alt="Proof of delivery" className="max-h-96 rounded-card" />
      <figcaption className="text-sm text-muted-foreground">{at}</figcaption>
    </figure>
  )
}
