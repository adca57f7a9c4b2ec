import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingNote } from '#app/ui/skeleton.tsx'
import type { OwnerInviteResponse, SamplesResponse } from '#contract/settings.ts'
import { useSetup } from '../setup-state.tsx'

/** The sample shop is there to be tried out, and goes in one step. */
export function SamplesCard({ isDemoAccount }: { isDemoAccount: boolean }) {
  return (
    <section
      aria-labelledby="samples"
      className="grid justify-items-start gap-4 rounded-card border border-border bg-card p-5 lg:p-6"
    >
      <div>
        <h2 id="samples" className="font-sans text-xl font-semibold tracking-normal">
          The sample shop
        </h2>
        <p className="mt-1 max-w-prose text-sm text-muted-foreground">
          Some products, posts, testimonials, orders and accounts came with the shop, so that you can try it
          out.
          {isDemoAccount
            ? ' You are signed in with one of these accounts. Make an account of your own before you remove them.'
            : ' Everything that you have made or changed yourself stays when you remove them.'}
        </p>
      </div>
      {isDemoAccount ? <OwnAccountButton /> : <RemoveButton />}
    </section>
  )
}

function OwnAccountButton() {
  const navigate = useNavigate()
  const { submit, isBusy, failure } = useSubmit()
  const make = () =>
    submit({ failed: 'No link was made' }, async () => {
      const { link } = await api.post<OwnerInviteResponse>('/api/setup/owner-link')
      const { pathname, search } = new URL(link)
      await navigate(pathname + search)
      return undefined
    })
  return (
    <>
      {failure && <ErrorPanel>{failure}</ErrorPanel>}
      <Button busy={isBusy} onClick={() => void make()}>
        Make my own account
      </Button>
    </>
  )
}

function RemoveButton() {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setAsked(true)}>
        Remove the samples
      </Button>
      {isAsked && <RemoveDialog onClose={() => setAsked(false)} />}
    </>
  )
}

function RemoveDialog({ onClose }: { onClose(): void }) {
  const { refetch } = useSetup()
  const { data, error } = useFetch<SamplesResponse>('/api/setup/samples')
  const { submit, isBusy } = useSubmit()
  const remove = async () => {
    await submit({ failed: 'The samples were not removed' }, async () => {
      await api.delete<SamplesResponse>('/api/setup/samples')
      refetch()
      return { title: 'The samples are gone', description: 'From now on everything here is yours.' }
    })
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title="Remove the samples?"
      confirmLabel="Remove them"
      busy={isBusy}
      busyLabel="Removing..."
      destructive
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {error && <ErrorPanel>{error.message}</ErrorPanel>}
      {!data && !error && <LoadingNote>Counting...</LoadingNote>}
      {data && <WhatGoes samples={data} />}
    </ConfirmDialog>
  )
}

function WhatGoes({ samples }: { samples: SamplesResponse }) {
  const going = [
    counted(samples.products, 'product'),
    counted(samples.posts, 'blog post'),
    counted(samples.testimonials, 'testimonial'),
    counted(samples.orders, 'order'),
    counted(samples.accounts, 'demo account'),
  ]
  const kept = [
    counted(samples.kept_products, 'product that you have changed', 'products that you have changed'),
    counted(samples.kept_posts, 'post that you have changed', 'posts that you have changed'),
    counted(samples.kept_orders, 'order with real money', 'orders with real money'),
  ]
  return (
    <>
      <div>
        <p>These go for good:</p>
        <Lines lines={going} />
      </div>
      {kept.some(Boolean) && (
        <div>
          <p>These stay:</p>
          <Lines lines={kept} />
        </div>
      )}
      <p>What you have made yourself stays as it is.</p>
    </>
  )
}

function Lines({ lines }: { lines: readonly (string | null)[] }) {
  return (
    <ul className="mt-1 list-disc pl-6">
      {lines.filter(Boolean).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

function counted(count: number, one: string, many = `${one}s`): string | null {
  return count === 0 ? null : `${count} ${count === 1 ? one : many}`
}
