import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '../ui/button.tsx'
import { LockIcon } from '../ui/icons.tsx'

const secondsToRead = 5

/** Says why the page stays closed and leads on by itself, unless the person wants more time. */
export function AccessDenied({ message, redirectTo = '/' }: { message: string; redirectTo?: string }) {
  const [isStaying, setStaying] = useState(false)
  const seconds = useSecondsLeft(!isStaying, redirectTo)
  const place = redirectTo === '/' ? 'the home page' : 'another page'
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <LockIcon size={40} />
      </span>
      <h1>Access Denied</h1>
      <p role="alert" className="text-lg text-muted-foreground">
        {message}
      </p>
      {!isStaying && (
        <p className="tabular-nums">
          Going to {place} in {seconds} s
        </p>
      )}
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to={redirectTo} replace>
          {redirectTo === '/' ? 'Go to home now' : 'Go on now'}
        </ButtonLink>
        {!isStaying && (
          <Button variant="secondary" onClick={() => setStaying(true)}>
            Stay here
          </Button>
        )}
      </div>
    </div>
  )
}

function useSecondsLeft(isRunning: boolean, redirectTo: string): number {
  const navigate = useNavigate()
  const [left, setLeft] = useState(secondsToRead)
  useEffect(() => {
    if (!isRunning) return
    if (left === 0) {
      void navigate(redirectTo, { replace: true })
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [isRunning, left, navigate, redirectTo])
  return left
}
