import { formatDate, relativeTime } from '#rules/dates.ts'

type RelativeTimeProps = {
  at: Date
  /** The server's time, so that the page reads the same before and after scripts run. */
  now: Date
}

export function RelativeTime({ at, now }: RelativeTimeProps) {
  return (
    <time dateTime={at.toISOString()} title={formatDate(at)}>
      {relativeTime(at, now)}
    </time>
  )
}
