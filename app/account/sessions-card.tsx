import type { SessionResponse } from '#contract/accounts.ts'
import { formatDate } from '#rules/dates.ts'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import type { Fetched } from '../data/use-fetch.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { CheckIcon } from '../ui/icons.tsx'
import { MonitorIcon, SmartphoneIcon } from '../ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { Card } from './cards.tsx'

const all = 'all'

export function SessionsCard({ sessions }: { sessions: Fetched<SessionResponse[]> }) {
  const { data, error, refetch } = sessions
  const { end, isEnding } = useEnd(refetch)
  const others = data?.filter((session) => !session.is_current) ?? []
  return (
    <Card id="devices" title="Signed-in Devices">
      {error && (
        <ErrorPanel className="mb-4" onRetry={refetch} retrying={sessions.isLoading}>
          Your devices could not be loaded. {error.message}
        </ErrorPanel>
      )}
      {!data && !error && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </LoadingArea>
      )}
      {data && (
        <ul className="divide-y divide-border">
          {data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={isEnding(session.id)}
              onEnd={() => end(session.id, `/api/account/sessions/${session.id}`)}
            />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isEnding(all)}
          busyLabel="Signing out..."
          onClick={() => end(all, '/api/account/sessions')}
        >
          Sign out all other devices
        </Button>
      )}
      {data && others.length === 0 && (
        <p className="mt-2 text-sm text-muted-foreground">You are signed in on this device only.</p>
      )}
    </Card>
  )
}

function useEnd(refetch: () => void) {
  const { submit, isBusyWith } = useSubmit()
  const end = (which: string, address: string) =>
    submit({ key: which, failed: 'The device was not signed out' }, async () => {
      try {
        await api.delete(address)
      } finally {
        refetch()
      }
      return { title: which === all ? 'All other devices were signed out' : 'Device signed out' }
    })
  return { end, isEnding: isBusyWith }
}

type SessionRowProps = { session: SessionResponse; isEnding: boolean; onEnd(): void }

function SessionRow({ session, isEnding, onEnd }: SessionRowProps) {
  const Icon = /Android|iPhone/.test(session.device) ? SmartphoneIcon : MonitorIcon
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <Icon className="text-muted-foreground" />
      <div className="min-w-32 flex-1">
        <p className="font-medium">{session.device}</p>
        <p className="text-sm text-muted-foreground">
          Signed in {formatDate(new Date(session.created_at))}, last used{' '}
          {formatDate(new Date(session.last_used_at))}
        </p>
      </div>
      {session.is_current ? (
        <Badge tone="green" icon={CheckIcon}>
          This device
        </Badge>
      ) : (
        <Button variant="secondary" busy={isEnding} aria-label={`Sign out ${session.device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}
