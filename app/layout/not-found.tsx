import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { SearchIcon } from '../ui/icons.tsx'

/** `children` may offer a few products as a way on. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <div className="mx-auto max-w-store px-gutter py-10 lg:py-18">
      <div className="mx-auto grid max-w-form justify-items-center gap-4 text-center">
        <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
          <SearchIcon size={40} />
        </span>
        <h1>Page Not Found</h1>
        <p className="text-lg text-muted-foreground">
          The page you are looking for might have been removed, renamed or is unavailable.
        </p>
        <ButtonLink to="/">Return to Home</ButtonLink>
      </div>
      {children}
    </div>
  )
}
