import { type ReactNode, useId, useState } from 'react'
import { Button } from '#app/ui/button.tsx'

type ChartFrameProps = {
  title: string
  /** The same in a sentence. */
  summary: string
  chart: ReactNode
  table: ReactNode
}

/** A picture of numbers that can also be read: as a sentence, and as a table. On a phone it is folded up at first. */
export function ChartFrame({ title, summary, chart, table }: ChartFrameProps) {
  const id = useId()
  const [isTable, setTable] = useState(false)
  const [isOpen] = useState(() => window.matchMedia('(min-width: 768px)').matches)
  return (
    <details open={isOpen} className="group rounded-card border border-border bg-card p-4">
      <summary className="cursor-pointer rounded-control">
        <h2 className="inline font-sans text-lg font-semibold">{title}</h2>
        <p id={id} className="mt-1 text-sm text-muted-foreground">
          {summary}
        </p>
      </summary>
      <div className="mt-4 grid gap-3">
        {isTable ? (
          <div className="max-h-80 overflow-y-auto">{table}</div>
        ) : (
          <div aria-hidden="true">{chart}</div>
        )}
        <Button
          variant="secondary"
          size="sm"
          className="min-h-11 justify-self-start"
          aria-pressed={isTable}
          aria-describedby={id}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
    </details>
  )
}
