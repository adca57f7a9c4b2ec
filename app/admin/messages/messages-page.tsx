import { Link, useNavigate, useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { InboxIcon } from '#app/ui/office-icons.tsx'
import type { MessageCardResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { useAdminCounts } from '../admin-counts.tsx'
import {
  addressWith,
  choiceIn,
  ListFrame,
  pageIn,
  queryIn,
  rowsOnAPage,
  SearchForm,
  useRowReplacer,
} from '../list-frame.tsx'
import type { Route } from './+types/messages-page.ts'
import { MessageSheet, StateBadge } from './message-sheet.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Messages', hidden: true })
}

const filters = ['open', 'unread', 'done', 'all'] as const
const filterLabels = { open: 'Open', unread: 'Unread', done: 'Done', all: 'All' } satisfies Record<
  (typeof filters)[number],
  string
>

/** What people wrote in the contact form. A message is opened beside the list, under an address of its own. */
export default function MessagesPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { refetch: refetchCounts } = useAdminCounts()
  const state = choiceIn(search, 'state', filters)
  const q = queryIn(search)
  const list = useFetch<MessageCardResponse[]>(
    `/api/messages?state=${state}&q=${encodeURIComponent(q)}&page=${pageIn(search)}&limit=${rowsOnAPage}`,
  )
  const replaceRow = useRowReplacer(list)
  const applyChange = (changed: MessageCardResponse) => {
    replaceRow(changed)
    refetchCounts()
  }
  const opened = Number(search.get('message') ?? Number.NaN)
  const close = () =>
    void navigate(addressWith(search, { message: null }), { replace: true, preventScrollReset: true })
  return (
    <div className="grid gap-5">
      <div>
        <h1>Messages</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What people wrote to you in the contact form.
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <nav aria-label="Filter" className="flex flex-wrap gap-2">
          {filters.map((filter) => (
            <ChipLink
              key={filter}
              to={addressWith(search, { state: filter === 'open' ? null : filter, page: null })}
              selected={filter === state}
            >
              {filterLabels[filter]}
            </ChipLink>
          ))}
        </nav>
        <MessageSearch q={q} state={state} />
      </div>
      <ListFrame
        label="Messages"
        list={list}
        failed="The messages could not be loaded"
        empty={<NoMessages isSearch={q !== ''} state={state} />}
      >
        {(messages) => <MessageList messages={messages} search={search} />}
      </ListFrame>
      <MessageSheet id={Number.isInteger(opened) ? opened : null} onClose={close} onChanged={applyChange} />
    </div>
  )
}

function MessageSearch({ q, state }: { q: string; state: string }) {
  return (
    <SearchForm
      label="Name or email"
      q={q}
      className="flex-1 md:justify-end"
      fieldClassName="min-w-48 flex-1 md:max-w-72"
      kept={state !== 'open' && <input type="hidden" name="state" value={state} />}
    />
  )
}

function NoMessages({ isSearch, state }: { isSearch: boolean; state: (typeof filters)[number] }) {
  if (isSearch) {
    return (
      <EmptyState
        icon={InboxIcon}
        title="No message found"
        action={
          <ButtonLink to="/admin/messages?state=all" variant="secondary">
            Show all messages
          </ButtonLink>
        }
      >
        Nobody with this name or email has written, or not in this list.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={InboxIcon}
      title={state === 'all' ? 'No messages yet' : 'Nothing here'}
      action={
        state === 'all' ? (
          <ButtonLink to="/contact" variant="secondary">
            See the contact form
          </ButtonLink>
        ) : (
          <ButtonLink to="/admin/messages?state=all" variant="secondary">
            Show all messages
          </ButtonLink>
        )
      }
    >
      {state === 'open' && 'Everything is answered.'}
    </EmptyState>
  )
}

type MessageListProps = { messages: MessageCardResponse[]; search: URLSearchParams }

/** The newest first. The whole row opens the message. */
function MessageList({ messages, search }: MessageListProps) {
  return (
    <ul className="divide-y divide-border rounded-card border border-border bg-card">
      {messages.map((message) => (
        <MessageRow key={message.id} message={message} to={addressWith(search, { message: message.id })} />
      ))}
    </ul>
  )
}

function MessageRow({ message, to }: { message: MessageCardResponse; to: string }) {
  const { name, email, subject, excerpt, state, created_at } = message
  return (
    <li className="focus-frame relative grid gap-x-6 gap-y-1 p-4 first:rounded-t-card last:rounded-b-card hover:bg-muted md:grid-cols-[14rem_minmax(0,1fr)_auto]">
      <div className="min-w-0 wrap-anywhere">
        <Link
          to={to}
          preventScrollReset
          className={classNames(
            'text-link outline-none after:absolute after:inset-0',
            state === 'unread' ? 'font-bold' : 'font-medium',
          )}
        >
          {name}
        </Link>
        <p className="text-sm text-muted-foreground">{email}</p>
      </div>
      <div className="min-w-0 wrap-anywhere">
        <p className={state === 'unread' ? 'font-semibold' : undefined}>{subject}</p>
        <p className="line-clamp-2 text-sm text-muted-foreground">{excerpt}</p>
      </div>
      <div className="flex items-center gap-3 md:flex-col md:items-end md:gap-1">
        <StateBadge state={state} />
        <time dateTime={created_at} className="text-sm whitespace-nowrap text-muted-foreground tabular-nums">
          {formatDateAndTime(new Date(created_at))}
        </time>
      </div>
    </li>
  )
}
