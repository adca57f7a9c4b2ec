import type { ReactNode } from 'react'
import type { SettingsForm } from '#rules/settings-fields.ts'

/** What the fields of every card are given. */
export type SettingsParts = {
  field(name: string): { id: string; name: string; error: string | undefined }
  start: SettingsForm
}

type SettingCardProps = { id: string; title: string; help?: ReactNode; children: ReactNode }

export function SettingCard({ id, title, help, children }: SettingCardProps) {
  const titleId = `${id}-title`
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className="grid gap-5 rounded-card border border-border bg-card p-5 lg:p-6"
    >
      <div>
        <h2 id={titleId} className="font-sans text-xl font-semibold tracking-normal">
          {title}
        </h2>
        {help && <p className="mt-1 max-w-prose text-sm text-muted-foreground">{help}</p>}
      </div>
      {children}
    </section>
  )
}
