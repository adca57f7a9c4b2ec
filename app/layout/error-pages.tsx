import { createContext, type ReactNode, use } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink, buttonClass } from '../ui/button.tsx'
import { CircleAlertIcon, OfflineIcon, SearchIcon } from '../ui/icons.tsx'

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

const RequestIdContext = createContext('')

/** Only the server knows the id; the browser keeps the text that the server wrote. */
export const RequestId = RequestIdContext.Provider

/** Ordinary links, not the router's: whatever broke, a fresh page is the safest way on, also without scripts. */
export function PageFailed({ isOffline }: { isOffline: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        {isOffline ? <OfflineIcon size={40} /> : <CircleAlertIcon size={40} />}
      </span>
      <h1>{isOffline ? 'This page could not be loaded' : 'Something went wrong on our side'}</h1>
      <p className="text-lg text-muted-foreground">
        {isOffline
          ? 'Check your connection and try again. Your cart is saved on this phone.'
          : 'Your cart is saved on this phone. Please try again in a moment.'}
      </p>
      {!isOffline && <RequestNumber />}
      <div className="flex flex-wrap justify-center gap-3">
        <a href={`${pathname}${search}`} className={buttonClass({})}>
          Try again
        </a>
        <a href="/" className={buttonClass({ variant: 'secondary' })}>
          Return to Home
        </a>
      </div>
    </div>
  )
}

/** An error that happened in the browser has no number, and then says nothing about one. */
function RequestNumber() {
  return (
    <p className="text-sm has-[code:empty]:hidden">
      If it goes on, tell us this number:{' '}
      <code className="font-mono wrap-anywhere" suppressHydrationWarning>
        {use(RequestIdContext)}
      </code>
    </p>
  )
}
