import { useLocation } from 'react-router'
import { buttonClass } from '../ui/button-class.ts'
import { CircleAlertIcon, OfflineIcon } from '../ui/icons.tsx'
import { useRequestId } from './request-id.tsx'

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
        {useRequestId()}
      </code>
    </p>
  )
}
