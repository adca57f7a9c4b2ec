import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { UndoIcon } from '#app/ui/icons.tsx'

/** Where a line was, with the way back. */
export function RemovedRow({ name, onUndo }: { name: string; onUndo(): void }) {
  const place = useRef<HTMLDivElement>(null)

  // The button that was pressed is gone: the way back takes over the focus.
  useEffect(() => {
    place.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={place} className="flex items-center justify-between gap-2 py-3">
      <p className="min-w-0 text-muted-foreground">
        Removed <span className="font-semibold wrap-anywhere">{name}</span>
      </p>
      <Button variant="ghost" onClick={onUndo} className="-mr-3 flex-none">
        <UndoIcon size={20} />
        <span>
          Undo<span className="sr-only"> removing {name}</span>
        </span>
      </Button>
    </div>
  )
}
