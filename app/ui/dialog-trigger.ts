import type { ButtonHTMLAttributes } from 'react'

type OpeningButton = ButtonHTMLAttributes<HTMLButtonElement> & { commandfor: string; command: string }

const browserDoesIt = () => 'commandForElement' in HTMLButtonElement.prototype

const dialogOf = (id: string) => document.getElementById(id) as HTMLDialogElement | null

/** For a button that opens a dialog or sheet of this id: `<Button {...opens('filters')}>`. New browsers do it without any script. */
export function dialogTrigger(id: string): OpeningButton {
  return {
    commandfor: id,
    command: 'show-modal',
    'aria-haspopup': 'dialog',
    onClick: () => {
      if (!browserDoesIt()) dialogOf(id)?.showModal()
    },
  }
}

export function dialogCloser(id: string): OpeningButton {
  return {
    commandfor: id,
    command: 'close',
    onClick: () => {
      if (!browserDoesIt()) dialogOf(id)?.close()
    },
  }
}
