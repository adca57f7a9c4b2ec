import { type ReactNode, useId } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { XIcon } from './icons.tsx'
import { dialogCloser, type ModalState, useModal } from './use-modal.ts'

type SheetPlace = 'bottom' | 'right' | 'right-wide'

const places = {
  bottom:
    'mx-auto mt-auto max-h-[85dvh] max-w-full rounded-t-sheet md:max-w-form motion-safe:open:animate-rise',
  right: 'ml-auto h-dvh max-h-dvh max-w-full motion-safe:open:animate-slide md:max-w-120',
  'right-wide': 'ml-auto h-dvh max-h-dvh max-w-full motion-safe:open:animate-slide md:max-w-160',
} satisfies Record<SheetPlace, string>

type SheetProps = ModalState & {
  id: string
  title: ReactNode
  /** From the bottom on phones; from the right, filling a phone's whole screen, for drawers and menus. */
  place?: SheetPlace
  /** Buttons that stay in view while the rest scrolls. */
  footer?: ReactNode
  children?: ReactNode
}

export function Sheet({ id, title, place = 'bottom', footer, children, ...state }: SheetProps) {
  const titleId = useId()
  const { props, leave } = useModal(state)
  const { onClick: closeWithScript, ...closeAlone } = dialogCloser(id)
  const filled = state.open !== false
  return (
    <dialog
      {...props}
      id={id}
      aria-labelledby={titleId}
      className={classNames(
        'w-full overflow-hidden border-border bg-raised text-foreground shadow-sheet open:flex',
        places[place],
      )}
    >
      {filled && (
        <div className="flex min-h-0 w-full flex-col">
          {place === 'bottom' && <span className="mx-auto mt-2 h-1 w-10 flex-none rounded-full bg-border" />}
          <div className="flex flex-none items-center justify-between gap-4 py-2 pr-2 pl-gutter">
            <h2 id={titleId} className="font-sans text-xl font-semibold">
              {title}
            </h2>
            <IconButton
              label="Close"
              className="size-12"
              {...(state.mayClose ? { onClick: leave } : { ...closeAlone, onClick: closeWithScript })}
            >
              <XIcon />
            </IconButton>
          </div>
          {/*
           * Relative: what is hidden in it for eyes would else make the dialog itself scroll. The padding is for a form's own
           * bar, and for the rest of a text area whose first line is above it.
           */}
          <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain px-gutter pt-2 pb-6 has-[form:focus-within+[data-sticky-bar]]:scroll-pb-40">
            {children}
          </div>
          {footer && (
            <div className="flex flex-none items-center gap-3 border-t border-border px-gutter pt-3 pb-[calc(.75rem+env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}
