import type { ReactNode } from 'react'

/** One component with its name and all its states. */
export function Example({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article
      aria-label={title}
      className="mb-4 grid min-w-0 content-start gap-4 rounded-card border border-border bg-card p-4 shadow-card"
      style={{ breakInside: 'avoid' }}
    >
      <h3 className="text-xl">{title}</h3>
      {children}
    </article>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>
}
