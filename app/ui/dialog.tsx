import type { ReactNode } from 'react'
import { useId } from 'react'
import { type ModalState, useModal } from './use-modal.ts'

type DialogProps = ModalState & {
  title: ReactNode
  /** The buttons; give the least harmful one `data-first-focus`. */
  actions: ReactNode
  id?: string
  children?: ReactNode
}

export function Dialog({ title, actions, id, children, ...state }: DialogProps) {
  const titleId = useId()
  const { props } = useModal(state)
  const filled = state.open !== false
  return (
    <dialog
      {...props}
      id={id}
      aria-labelledby={titleId}
      className="mx-auto mt-auto w-full max-w-full rounded-t-sheet border border-border bg-raised text-foreground shadow-pop motion-safe:open:animate-rise md:my-auto md:max-w-dialog md:rounded-card"
    >
      {filled && (
        <div className="grid gap-4 p-6 pb-[calc(1.5rem+env(safe-area-inset-bottom))]">
          <h2 id={titleId} className="font-sans text-xl font-semibold">
            {title}
          </h2>
          {children}
          <div className="flex flex-col gap-2 md:flex-row md:justify-end">{actions}</div>
        </div>
      )}
    </dialog>
  )
}
