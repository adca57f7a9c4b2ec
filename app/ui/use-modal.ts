import {
  type ButtonHTMLAttributes,
  type MouseEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'

export type ModalState = {
  /** Without it, the dialog is opened by a button with `dialogTrigger(id)`, even before scripts run. */
  open?: boolean
  onClose?: () => void
  /** Asked before Esc or a tap outside closes, for instance while something is unsaved. */
  mayClose?: () => boolean
  /** For menus: following a link closes it. */
  closesOnLinks?: boolean
}

/** Opens and closes a native dialog; the browser keeps the focus inside and brings it back. */
export function useModal({ open, onClose, mayClose, closesOnLinks }: ModalState) {
  const ref = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || open === undefined || open === dialog.open) return
    if (open) dialog.showModal()
    else dialog.close()
    placeToasts()
    if (open) dialog.querySelector<HTMLElement>('[data-first-focus]')?.focus()
  }, [open])

  // Closed before it leaves the page, or the focus would be lost.
  useLayoutEffect(() => {
    const dialog = ref.current
    return () => {
      dialog?.close()
      placeToasts()
    }
  }, [])

  const leave = () => {
    if (mayClose?.() !== false) ref.current?.close()
  }
  const props = {
    ref,
    onClose: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && !event.currentTarget.open) onClose?.()
    },
    onCancel: (event: SyntheticEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget && mayClose?.() === false) event.preventDefault()
    },
    onMouseDown: (event: MouseEvent<HTMLDialogElement>) => {
      if (event.target === event.currentTarget) leave()
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (closesOnLinks && event.target instanceof Element && event.target.closest('a')) ref.current?.close()
    },
  }
  return { props, leave }
}

/**
 * What lies outside an open dialog can neither be pressed nor is it read aloud: the toasts go into the topmost one, and home
 * when it closes. A popover is shown anew to lie above.
 */
export function placeToasts(region = document.querySelector<HTMLElement>('[data-toasts]')): void {
  const home =
    document.activeElement?.closest('dialog:modal') ??
    [...document.querySelectorAll('dialog:modal')].at(-1) ??
    document.getElementById('toasts')
  if (!region || !home) return
  if (region.parentNode !== home) home.append(region)
  if (!region.matches(':popover-open')) region.showPopover()
}

type CommandButton = ButtonHTMLAttributes<HTMLButtonElement> & { commandfor: string; command: string }

const browserDoesIt = () => 'commandForElement' in HTMLButtonElement.prototype

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null

/** For a button that opens a dialog or sheet of this id: `<Button {...dialogTrigger('filters')}>`. New browsers do it without any script. */
export function dialogTrigger(id: string): CommandButton {
  return {
    commandfor: id,
    command: 'show-modal',
    'aria-haspopup': 'dialog',
    onClick: () => {
      if (!browserDoesIt()) dialogOf(id)?.showModal()
    },
  }
}

export function dialogCloser(id: string): CommandButton {
  return {
    commandfor: id,
    command: 'close',
    onClick: () => {
      if (!browserDoesIt()) dialogOf(id)?.close()
    },
  }
}
