import { useEffect } from 'react'
import type { SessionResponse } from '#contract/accounts.ts'
import type { ProfileResponse } from '#contract/profile.ts'
import { type Answered, useFetch } from '../data/use-fetch.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { useAuth } from '../session/auth.tsx'
import { SignedInGuard } from '../session/guards.tsx'
import type { SignedInUser } from '../session/session-state.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '../ui/skeleton.tsx'
import { useToasts } from '../ui/toasts.tsx'
import type { Route } from './+types/account-page.ts'
import { AccountSide } from './account-side.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { profilePath } from './profile-path.ts'
import { ConfirmEmailHint } from './resend-confirmation.tsx'
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
  const profile = useFetch<ProfileResponse>(profilePath(user.email))
  const sessions = useFetch<SessionResponse[]>('/api/account/sessions')
  const { answer } = profile
  return (
    <div className="mx-auto grid max-w-store gap-6 px-gutter pt-6 pb-section lg:grid-cols-[16rem_minmax(0,40rem)] lg:justify-center lg:gap-x-14 lg:pt-10">
      <h1 className="lg:col-span-2">My Account</h1>
      <AccountSide user={user} avatar={answer?.avatar_url ?? ''} />
      <div className="grid min-w-0 gap-6">
        {answer?.email_confirmed === false && <ConfirmEmailHint email={user.email} />}
        <Profile profile={profile} />
        <PasswordCard email={user.email} onChanged={sessions.refetch} />
        <SessionsCard sessions={sessions} />
        <YourDataCard email={user.email} />
      </div>
    </div>
  )
}

const notLoaded = { title: 'Error fetching profile', description: 'Could not load your profile information.' }

function Profile({ profile }: { profile: Answered<ProfileResponse> }) {
  const { answer, error, isLoading, refetch, replace } = profile
  const { show } = useToasts()
  const hasFailed = error !== null && !isLoading
  useEffect(() => {
    if (hasFailed) show({ ...notLoaded, tone: 'destructive' })
  }, [hasFailed, show])

  if (answer) return <ProfileCard profile={answer} onSaved={replace} />
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
