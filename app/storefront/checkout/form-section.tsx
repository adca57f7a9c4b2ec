import { type ReactNode, useId } from 'react'

type FormSectionProps = { number: number; title: string; children: ReactNode }

export function FormSection({ number, title, children }: FormSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-5">
      <h2 id={id} className="flex items-center gap-3 text-2xl">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-full bg-primary font-sans text-base font-semibold text-primary-foreground"
        >
          {number}
        </span>
        {title}
      </h2>
      {children}
    </section>
  )
}
