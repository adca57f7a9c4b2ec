import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { MailIcon } from '#app/ui/icons.tsx'
import { DownloadIcon } from '#app/ui/signed-in-icons.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { ReaderResponse } from '#contract/messages.ts'
import { adminHandle } from '../admin-handle.ts'
import { downloadFile } from '../download-file.ts'
import { FindForm } from '../find-form.tsx'
import { pageIn } from '../list-address.ts'
import { ListFrame, rowsOnAPage } from '../list-frame.tsx'
import type { Route } from './+types/newsletter-page.ts'
import { ReadersTable } from './readers-table.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Newsletter', hidden: true })
}

export const handle = adminHandle

/** Who wants to hear from the shop. */
export default function NewsletterPage() {
  const [search] = useSearchParams()
  const q = search.get('q')?.trim().slice(0, 100) ?? ''
  const list = useFetch<ReaderResponse[]>(
    `/api/newsletter?q=${encodeURIComponent(q)}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h1>Newsletter</h1>
          <p className="mt-1 max-w-prose text-muted-foreground">
            Everybody on this list agreed to get letters from the shop, and can leave by the link in each.
          </p>
        </div>
        <Download />
      </div>
      <FindReader q={q} />
      {list.answer && list.total > 0 && (
        <p role="status" className="font-semibold tabular-nums">
          {list.total === 1 ? '1 address' : `${list.total} addresses`}
          {q !== '' && ' found'}
        </p>
      )}
      <ListFrame
        label="Newsletter"
        list={list}
        failed="The addresses could not be loaded"
        empty={<NoReaders q={q} />}
      >
        {(readers) => <ReadersTable readers={readers} list={list} />}
      </ListFrame>
    </div>
  )
}

function Download() {
  const { show } = useToasts()
  const [isBusy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await downloadFile('/api/newsletter.csv')
      show({ title: 'Your browser is saving the list', tone: 'success' })
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      show({ title: 'The list could not be downloaded', description, tone: 'destructive' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
      <DownloadIcon size={20} />
      Export CSV
    </Button>
  )
}

function FindReader({ q }: { q: string }) {
  return (
    <FindForm label="Find an address" q={q}>
      {q !== '' && (
        <ButtonLink to="/admin/newsletter" variant="ghost">
          Show all
        </ButtonLink>
      )}
    </FindForm>
  )
}

function NoReaders({ q }: { q: string }) {
  if (q !== '') {
    return (
      <EmptyState
        icon={MailIcon}
        title="No address found"
        action={
          <ButtonLink to="/admin/newsletter" variant="secondary">
            Show all addresses
          </ButtonLink>
        }
      >
        Nobody on the list has “{q}” in their address.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={MailIcon}
      title="Nobody reads the newsletter yet"
      action={
        <ButtonLink to="/" variant="secondary">
          Visit the home page
        </ButtonLink>
      }
    >
      Visitors join in the box at the end of the home page.
    </EmptyState>
  )
}
