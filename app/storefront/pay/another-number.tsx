import { useId, useState } from 'react'
import { isApiProblem } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { normaliseMobile } from '#rules/phone-number.ts'

type AnotherNumberProps = {
  /** Sends the prompt there; what the shop objects to comes back. */
  onSend(phone: string): Promise<Error | null>
  isBusy: boolean
  /** What was wrong with the number before. */
  firstMistake?: string | undefined
}

const wrongNumber = 'Enter a valid MTN MoMo number'

export function AnotherNumber({ onSend, isBusy, firstMistake }: AnotherNumberProps) {
  const id = useId()
  const [mistake, setMistake] = useState(firstMistake)
  const send = async (phone: string) => {
    const isWrong = normaliseMobile(phone) === null
    setMistake(isWrong ? wrongNumber : undefined)
    const problem = isWrong ? null : await onSend(phone)
    if (isApiProblem(problem)) setMistake(problem.fields.customerPhone)
    if (isWrong) document.getElementById(id)?.focus()
  }
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card border border-border bg-card p-4"
      onSubmit={(event) => {
        event.preventDefault()
        void send(String(new FormData(event.currentTarget).get('phone') ?? ''))
      }}
    >
      <TextField
        id={id}
        name="phone"
        label="MTN MoMo number"
        help="For example 024 123 4567."
        error={mistake}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="send"
        maxLength={40}
        // The button that was pressed for this field is gone.
        autoFocus
      />
      <Button type="submit" busy={isBusy}>
        Send the prompt there
      </Button>
    </form>
  )
}
