import type { ComponentType, ReactNode } from 'react'
import type { IconProps } from './icons.tsx'

type EmptyStateProps = {
  icon: ComponentType<IconProps>
  title: string
  children?: ReactNode
  /** The way on; an empty page is never a dead end. */
  action: ReactNode
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center">
      <span className="grid size-32 place-items-center rounded-full bg-muted text-terracotta">
        <Icon size={96} className="scale-80 stroke-[.75]" />
      </span>
      <h2>{title}</h2>
      {children && <p className="text-lg text-muted-foreground">{children}</p>}
      {action}
    </div>
  )
}
