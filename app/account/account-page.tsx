import { type ComponentType, useEffect } from 'react'
import type { ProfileResponse, SessionResponse } from '#contract/accounts.ts'
import { type Fetched, useFetch } from '../data/use-fetch.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { SignedInUser } from '../session/session-state.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PackageIcon } from '../ui/icons.tsx'
import { LogOutIcon } from '../ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { useLazyComponent } from '../ui/use-lazy-component.ts'
import type { Route } from './+types/account-page.ts'
import { Avatar } from './avatar-field.tsx'
import { ConfirmEmailHint } from './cards.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { profilePath } from './profile-values.ts'
import { SessionsCard } from './sessions-card.tsx'
import { YourDataCard } from './your-data-card.tsx'

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
