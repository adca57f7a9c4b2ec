import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { useHydrated } from './use-hydrated.ts'

export type Tab = {
  /** Also the panel's place in the page's address, so unique on the page. */
  id: string
  label: string
  content: ReactNode
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  className?: string
  onChange?: (id: string) => void
}

/** One panel at a time. Until scripts run the tabs are links to their panels; without scripts all panels are open. */
export function Tabs({ label, tabs, className, onChange }: TabsProps) {
  const hydrated = useHydrated()
  const base = useId()
  const bar = useRef<HTMLElement>(null)
  const [chosen, setChosen] = useState(tabs[0]?.id)

  useEffect(() => {
    const wanted = tabs.find(({ id }) => `#${id}` === window.location.hash)
    if (wanted) setChosen(wanted.id)
  }, [tabs])

  const choose = (id: string) => {
    setChosen(id)
    onChange?.(id)
  }
  const press = (event: KeyboardEvent) => {
    const index = arrowTarget(
      event.key,
      tabs.findIndex(({ id }) => id === chosen),
      tabs.length,
    )
    const tab = index === null ? undefined : tabs[index]
    if (!tab || index === null) return
    event.preventDefault()
    choose(tab.id)
    bar.current?.querySelectorAll('a')[index]?.focus()
  }
  return (
    <div className={classNames('grid gap-4', !hydrated && 'tabs-waiting', className)}>
      <nav
        ref={bar}
        aria-label={label}
        {...(hydrated && { role: 'tablist' })}
        className="flex overflow-x-auto border-b border-border"
      >
        {tabs.map(({ id, label: name }) => (
          <a
            key={id}
            href={`#${id}`}
            id={`${base}-${id}`}
            {...(hydrated && tabRoles(id, id === chosen))}
            onClick={(event) => {
              event.preventDefault()
              choose(id)
            }}
            onKeyDown={press}
            className={classNames(
              'focus-inside relative flex min-h-12 flex-none items-center px-4 font-semibold whitespace-nowrap',
              'after:absolute after:inset-x-0 after:bottom-0 after:h-[3px]',
              id === chosen
                ? 'text-primary after:bg-terracotta forced-colors:after:bg-[Highlight]'
                : 'text-muted-foreground hover:text-primary',
            )}
          >
            {name}
          </a>
        ))}
      </nav>
      {tabs.map(({ id, label: name, content }) => (
        <section
          key={id}
          id={id}
          {...(hydrated && {
            role: 'tabpanel',
            'aria-labelledby': `${base}-${id}`,
            tabIndex: 0,
            hidden: id !== chosen,
          })}
        >
          {!hydrated && <h3>{name}</h3>}
          {content}
        </section>
      ))}
    </div>
  )
}

function tabRoles(panel: string, selected: boolean) {
  return { role: 'tab', 'aria-selected': selected, 'aria-controls': panel, tabIndex: selected ? 0 : -1 }
}

export function arrowTarget(key: string, current: number, count: number): number | null {
  if (key === 'ArrowRight') return (current + 1) % count
  if (key === 'ArrowLeft') return (current - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return null
}
