import { useAuth } from '../session/auth.tsx'
import type { SignedInUser } from '../session/session-state.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { PackageIcon } from '../ui/icons.tsx'
import { LogOutIcon } from '../ui/signed-in-icons.tsx'
import { Avatar } from './avatar.tsx'

/** Who is signed in, and the two ways on. On a wide screen it stays beside the forms. */
export function AccountSide({ user, avatar }: { user: SignedInUser; avatar: string }) {
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
