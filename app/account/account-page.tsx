import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ProfileResponse, SessionResponse } from '#contract/accounts.ts'
import { formatDate } from '#rules/dates.ts'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { type Fetched, useFetch } from '../data/use-fetch.ts'
import { pageMeta } from '../layout/page-meta-and-frame.ts'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { SignedInUser } from '../session/sign-in.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { CheckIcon, PackageIcon, TrashIcon } from '../ui/icons.tsx'
import { Link } from '../ui/link.tsx'
import { DownloadIcon, LogOutIcon, MonitorIcon, SmartphoneIcon } from '../ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import type { Route } from './+types/account-page.ts'
import { Avatar } from './avatar-field.tsx'
import { Card, ConfirmEmailHint } from './cards.tsx'
import { ProfileCard } from './profile-card.tsx'
import { profilePath } from './profile-values.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'My Account', hidden: true })
}

export default function AccountPage() {
  const { user } = useAuth()
  return <SignedInGuard>{user && <MyAccount key={user.id} user={user} />}</SignedInGuard>
}

function MyAccount({ user }: { user: SignedInUser }) {
  const profile = useFetch<ProfileResponse>(profilePath(user))
  const sessions = useFetch<SessionResponse[]>('/api/account/sessions')
  const { data } = profile
  return (
    <div className="mx-auto grid max-w-store gap-6 px-gutter pt-6 pb-section lg:grid-cols-[16rem_minmax(0,40rem)] lg:justify-center lg:gap-x-14 lg:pt-10">
      <h1 className="lg:col-span-2">My Account</h1>
      <AccountSide user={user} avatar={data?.avatar_url ?? ''} />
      <div className="grid min-w-0 gap-6">
        {user.email && data?.email_confirmed === false && <ConfirmEmailHint email={user.email} />}
        <Profile profile={profile} />
        {data && data.sign_in_phone !== null && (
          <LazyCard load={loadWays} card={{ profile: data, onChanged: profile.refetch }} />
        )}
        {user.email && <PasswordCard email={user.email} onChanged={sessions.refetch} />}
        {(user.role || user.is_driver) && (
          <LazyCard load={loadSecondFactor} card={{ email: user.email, onChanged: sessions.refetch }} />
        )}
        <SessionsCard sessions={sessions} />
        <YourDataCard email={user.email} phone={data?.sign_in_phone ?? ''} />
      </div>
    </div>
  )
}

const loadSecondFactor = async () => (await import('./second-factor-card.tsx')).SecondFactorCard
const loadWays = async () => (await import('./ways-to-sign-in-card.tsx')).WaysToSignInCard

type LazyCardProps<Props> = { load: () => Promise<ComponentType<Props>>; card: Props }

/** Most customers have no such card, and do not pay for it. */
function LazyCard<Props extends object>({ load, card }: LazyCardProps<Props>) {
  const { Component: Card, fetchComponent } = useLazyComponent(load)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; a failure is told, and the page can be opened again.
  useEffect(() => void fetchComponent(), [])
  return Card && <Card {...card} />
}

const notLoaded = { title: 'Error fetching profile', description: 'Could not load your profile information.' }

function Profile({ profile }: { profile: Fetched<ProfileResponse> }) {
  const { data, error, isLoading, refetch, replace } = profile
  const { show } = useToasts()
  const hasFailed = error !== null && !isLoading
  useEffect(() => {
    if (hasFailed) show({ ...notLoaded, tone: 'destructive' })
  }, [hasFailed, show])

  if (data) return <ProfileCard profile={data} onSaved={replace} />
  if (error) {
    return (
      <ErrorPanel title={notLoaded.title} onRetry={refetch} retrying={isLoading}>
        {notLoaded.description}
      </ErrorPanel>
    )
  }
  return (
    <LoadingArea className="grid gap-4 rounded-card border border-border bg-card p-4 md:p-6">
      <Skeleton className="h-8 w-40" />
      <Skeleton className="size-24 rounded-full" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </LoadingArea>
  )
}

/** Who is signed in, and the two ways on. On a wide screen it stays beside the forms. */
function AccountSide({ user, avatar }: { user: SignedInUser; avatar: string }) {
  const { signOut } = useAuth()
  return (
    <div className="grid min-w-0 content-start gap-4 lg:sticky lg:top-24 lg:self-start">
      <div className="flex min-w-0 items-center gap-4 lg:flex-col lg:items-start">
        <Avatar address={avatar} className="size-16 lg:size-24" />
        <p className="min-w-0 wrap-anywhere">
          <span className="block text-xl font-semibold">{user.name}</span>
          <span className="text-sm text-muted-foreground">{user.email}</span>
        </p>
      </div>
      <div className="flex gap-3 lg:flex-col">
        <ButtonLink to="/user-orders" variant="secondary" className="flex-1">
          <PackageIcon size={20} />
          My Orders
        </ButtonLink>
        <Button variant="ghost" className="flex-1" onClick={() => void signOut()}>
          <LogOutIcon size={20} />
          Sign Out
        </Button>
      </div>
    </div>
  )
}

const loadForm = async () => (await import('./password-form.tsx')).PasswordForm

type PasswordCardProps = { email: string; onChanged(): void }

function PasswordCard({ email, onChanged }: PasswordCardProps) {
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

const all = 'all'

function SessionsCard({ sessions }: { sessions: Fetched<SessionResponse[]> }) {
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

/** How the person is asked once more: by the password, or, without one, by a code to the phone. */
type OwnerProps = { email: string; phone: string }

function YourDataCard(owner: OwnerProps) {
  const { download, isBusy } = useDownload()
  return (
    <Card id="data" title="Your Data">
      <p className="text-muted-foreground">
        You may see everything we know about you, and have it deleted. Our{' '}
        <Link to="/privacy-policy" className="font-semibold text-link underline underline-offset-4">
          Privacy Policy
        </Link>{' '}
        says why we keep it.
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={isBusy} busyLabel="Collecting..." onClick={download}>
          <DownloadIcon size={20} />
          Download my data
        </Button>
        <DeleteAccount {...owner} />
      </div>
    </Card>
  )
}

function useDownload() {
  const { submit, isBusy } = useSubmit()
  const download = () =>
    submit({ failed: 'Your data could not be collected' }, async () => {
      save(await api.get<unknown>('/api/account/data'))
      return undefined
    })
  return { download, isBusy }
}

/** The call carries the sign-in, which an ordinary link could not; so the file is made here. */
function save(known: unknown): void {
  const file = new Blob([JSON.stringify(known, null, 2)], { type: 'application/json' })
  const address = URL.createObjectURL(file)
  Object.assign(document.createElement('a'), { href: address, download: 'my-data.json' }).click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const loadDialog = async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog

function DeleteAccount(owner: OwnerProps) {
  const [isOpen, setOpen] = useState(false)
  const { Component: DeleteAccountDialog, fetchComponent } = useLazyComponent(loadDialog)
  return (
    <>
      <Button variant="ghost" onClick={async () => setOpen(await fetchComponent())}>
        <TrashIcon size={20} />
        Delete my account
      </Button>
      {DeleteAccountDialog && <DeleteAccountDialog {...owner} open={isOpen} onClose={() => setOpen(false)} />}
    </>
  )
}
