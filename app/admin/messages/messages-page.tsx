import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { usePolling } from '#app/data/use-polling.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { CheckIcon, MailIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { InboxIcon } from '#app/ui/office-icons.tsx'
import type { ConversationCard, ConversationListResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { showPhone } from '#rules/phone-number.ts'
import { useAdminCounts } from '../admin-counts.tsx'
import { addressWith, choiceIn, FilterLinks, LoadingRows, queryIn, SearchForm } from '../list-frame.tsx'
import type { Route } from './+types/messages-page.ts'
import { ConversationSheet } from './conversation-sheet.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Messages', hidden: true })
}

const filters = ['open', 'unread', 'mine', 'closed', 'all'] as const

type Filter = (typeof filters)[number]

const filterLabels = {
  open: 'Open',
  unread: 'Unread',
  mine: 'Mine',
  closed: 'Closed',
  all: 'All',
} satisfies Record<Filter, string>

/** Everybody who wrote to the shop, on whatever way. A conversation opens beside the list, under an address of its own. */
export default function MessagesPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { refetch: refetchCounts } = useAdminCounts()
  const show = choiceIn(search, 'show', filters)
  const q = queryIn(search)
  const before = search.get('before')
  const query = new URLSearchParams({ show, q, ...(before && { before }) })
  const list = useFetch<ConversationListResponse>(`/api/conversations?${query}`)
  usePolling(() => navigator.onLine && list.refetch(), 30_000, { isOn: before === null })
  const opened = Number(search.get('open') ?? Number.NaN)
  const close = () =>
    void navigate(addressWith(search, { open: null }), { replace: true, preventScrollReset: true })
  const refresh = () => {
    list.refetch()
    refetchCounts()
  }
  return (
    <div className="grid gap-5">
      <div>
        <h1>Messages</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          Who wrote to you in the contact form or on WhatsApp, and what you answered.
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <FilterLinks choices={filters} labels={filterLabels} selected={show} />
        <SearchForm
          label="Name, email or phone"
          q={q}
          className="flex-1 md:justify-end"
          fieldClassName="min-w-48 flex-1 md:max-w-72"
          kept={show !== 'open' && <input type="hidden" name="show" value={show} />}
        />
      </div>
      <ConversationList list={list} search={search} empty={<NoMessages isSearch={q !== ''} show={show} />} />
      {Number.isInteger(opened) && opened > 0 && (
        <ConversationSheet key={opened} id={opened} onClose={close} onChanged={refresh} />
      )}
    </div>
  )
}

type ConversationListProps = {
  list: Fetched<ConversationListResponse>
  search: URLSearchParams
  empty: ReactNode
}

function ConversationList({ list, search, empty }: ConversationListProps) {
  const { data, error, isLoading, refetch } = list
  const isLater = search.has('before')
  return (
    <section aria-label="Messages" aria-busy={isLoading} className="grid gap-4">
      {error && (
        <ErrorPanel title="The messages could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!data && isLoading && <LoadingRows />}
      {data?.conversations.length === 0 && empty}
      {data && data.conversations.length > 0 && (
        <ul className="divide-y divide-border rounded-card border border-border bg-card">
          {data.conversations.map((conversation) => (
            <ConversationRow
              key={conversation.id}
              conversation={conversation}
              to={addressWith(search, { open: conversation.id })}
            />
          ))}
        </ul>
      )}
      {(isLater || data?.older) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-3">
          {isLater && (
            <ButtonLink to={addressWith(search, { before: null })} variant="secondary">
              Newest messages
            </ButtonLink>
          )}
          {data?.older && (
            <ButtonLink to={addressWith(search, { before: data.older })} variant="secondary" rel="next">
              Older messages
            </ButtonLink>
          )}
        </nav>
      )}
    </section>
  )
}

/** The whole row opens the conversation. */
function ConversationRow({ conversation, to }: { conversation: ConversationCard; to: string }) {
  const { name, phone, email, unread, state, assigned_to, excerpt, is_answered, last_line_at } = conversation
  const address = [phone && showPhone(phone), email].filter(Boolean).join(' · ')
  return (
    <li className="focus-frame relative grid gap-x-6 gap-y-1 p-4 first:rounded-t-card last:rounded-b-card hover:bg-muted md:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <Link
          to={to}
          preventScrollReset
          className={classNames(
            'text-link outline-none after:absolute after:inset-0',
            unread ? 'font-bold' : 'font-medium',
          )}
        >
          {name || address}
        </Link>
        {name !== '' && <p className="text-sm text-muted-foreground">{address}</p>}
      </div>
      <p className={classNames('line-clamp-2 min-w-0 wrap-anywhere', !unread && 'text-muted-foreground')}>
        {is_answered && <span className="font-semibold">You: </span>}
        {excerpt}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-col md:items-end">
        {unread && (
          <Badge tone="clay" icon={MailIcon}>
            Unread
          </Badge>
        )}
        {state === 'closed' && (
          <Badge tone="green" icon={CheckIcon}>
            Closed
          </Badge>
        )}
        {assigned_to && <span className="text-sm wrap-anywhere">{assigned_to.name}</span>}
        <time
          dateTime={last_line_at}
          className="text-sm whitespace-nowrap text-muted-foreground tabular-nums"
        >
          {formatDateAndTime(new Date(last_line_at))}
        </time>
      </div>
    </li>
  )
}

function NoMessages({ isSearch, show }: { isSearch: boolean; show: Filter }) {
  const showAll = (
    <ButtonLink to="/admin/messages?show=all" variant="secondary">
      Show all messages
    </ButtonLink>
  )
  if (isSearch) {
    return (
      <EmptyState icon={InboxIcon} title="No message found" action={showAll}>
        Nobody with this name, email or phone has written, or not in this list.
      </EmptyState>
    )
  }
  const seeForm = (
    <ButtonLink to="/contact" variant="secondary">
      See the contact form
    </ButtonLink>
  )
  return (
    <EmptyState
      icon={InboxIcon}
      title={show === 'all' ? 'No messages yet' : 'Nothing here'}
      action={show === 'all' ? seeForm : showAll}
    >
      {show === 'open' && 'Everything is answered.'}
      {show === 'mine' && 'Nobody waits for an answer of yours.'}
    </EmptyState>
  )
}
