import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ArrowRightIcon } from '#app/ui/icons.tsx'
import type { ShopSettings } from '#contract/settings.ts'
import { type Countdown, countdown, saleOver, saleTitle } from '#rules/countdown.ts'

type SaleBannerProps = { banner: ShopSettings['saleBanner']; now: Date }

/** Written by the server and of one height, so that nothing moves when the seconds begin to run. */
export function SaleBanner({ banner: { title, endsAt }, now }: SaleBannerProps) {
  const target = new Date(endsAt)
  const left = countdown(target, useTickingTime(now, target))
  return (
    <section aria-labelledby="sale" className="mt-section bg-primary text-primary-foreground">
      <div className="mx-auto flex min-h-24 max-w-store flex-col justify-center gap-x-8 gap-y-1 px-gutter py-3 md:flex-row md:items-center md:justify-between">
        <h2 id="sale" className="text-xl text-primary-foreground lg:text-2xl">
          {title}
        </h2>
        {left.isOver ? <Over title={title} /> : <Tiles left={left} />}
      </div>
    </section>
  )
}

function Over({ title }: { title: string }) {
  return (
    <p>
      <strong className="font-semibold">{saleOver}</strong>{' '}
      {title === saleTitle ? 'The opening sale has ended.' : 'This sale has ended.'}{' '}
      <Link to="/shop" className="font-semibold whitespace-nowrap underline underline-offset-4">
        See this week’s picks <ArrowRightIcon size={20} className="inline" />
      </Link>
    </p>
  )
}

const tiles = [
  ['days', 'days'],
  ['hours', 'hours'],
  ['minutes', 'min'],
  ['seconds', 'sec'],
] as const satisfies readonly (readonly [keyof Countdown, string])[]

function Tiles({ left }: { left: Countdown }) {
  return (
    <p role="timer" className="flex gap-2">
      {tiles.map(([part, unit]) => (
        <span
          key={part}
          className="flex min-w-16 items-baseline justify-center gap-1 rounded-control bg-primary-hover px-2 py-1.5"
        >
          <span className="text-xl font-semibold tabular-nums">{String(left[part]).padStart(2, '0')}</span>{' '}
          <span className="text-xs">{unit}</span>{' '}
        </span>
      ))}
    </p>
  )
}

const second = 1_000

/** Begins with the server's time, so that the page reads the same before and after scripts run, and ticks until the end. */
function useTickingTime(start: Date, end: Date): Date {
  const [now, setNow] = useState(start)
  const ends = end.getTime()
  const isOver = now.getTime() >= ends
  useEffect(() => {
    if (isOver) return
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, second)
    return () => clearInterval(timer)
  }, [isOver])
  return now
}
