import { type ReactNode, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'

type ChoiceDialogProps = {
  open: boolean
  title: string
  label: string
  confirm: string
  busy: boolean
  cards: { value: string; title: string; explanation?: ReactNode; aside?: ReactNode }[]
  onClose(): void
  onChoose(value: string): Promise<void>
}

/** One of several, asked in a dialog before it is done. */
export function ChoiceDialog({
  open,
  title,
  label,
  confirm,
  busy,
  cards,
  onClose,
  onChoose,
}: ChoiceDialogProps) {
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const choose = () => {
    if (chosen === '') setError('Please choose one')
    else void onChoose(chosen)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={choose}>
            {confirm}
          </Button>
        </>
      }
    >
      <RadioCards
        label={label}
        hideLabel
        name={label}
        cards={cards}
        value={chosen}
        error={error}
        onChange={(value) => {
          setChosen(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
