import type { ReactNode, Ref } from 'react'

type CardProps = {
  /** Its place in the page's address. */
  id: string
  title: string
  /** To bring the focus here. */
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One matter of the account. */
export function Card({ id, title, heading, children }: CardProps) {
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="rounded-card border border-border bg-card p-4 shadow-card md:p-6"
    >
      <h2 id={`${id}-title`} ref={heading} tabIndex={-1} className="w-fit rounded-control text-2xl">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </section>
  )
}
