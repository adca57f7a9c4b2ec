import type { ReactNode } from 'react'
import { MinusIcon, PlusIcon } from './icons.tsx'

type AccordionRow = { title: string; content: ReactNode; id?: string }

type AccordionProps = {
  rows: readonly AccordionRow[]
  /** Rows of one name close each other. */
  name?: string
}

export function Accordion({ rows, name }: AccordionProps) {
  return (
    <div className="border-t border-border">
      {rows.map((row) => (
        <details key={row.title} id={row.id} name={name} className="group border-b border-border">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-control py-3 font-semibold hover:text-link [&::-webkit-details-marker]:hidden">
            {row.title}
            <PlusIcon size={20} className="group-open:hidden" />
            <MinusIcon size={20} className="hidden group-open:block" />
          </summary>
          <div className="max-w-prose pb-5 text-muted-foreground">{row.content}</div>
        </details>
      ))}
    </div>
  )
}
