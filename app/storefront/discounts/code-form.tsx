import { useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { normaliseDiscountCode } from '#rules/discount-texts.ts'

/** Stands inside the form of the checkout, so it is none itself: Enter applies the code and orders nothing. */
export function CodeForm({ code, onApply }: { code: string; onApply(code: string): void }) {
  const [typed, setTyped] = useState(code)
  const apply = () => {
    const wanted = normaliseDiscountCode(typed)
    if (wanted !== '') onApply(wanted)
  }
  return (
    <div className="flex items-end gap-2">
      <TextField
        label="Discount code"
        value={typed}
        maxLength={40}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        // It was just asked for, by the press that brought it here.
        ref={(field) => void (typed === '' && field?.focus())}
        className="min-w-0 flex-1"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button variant="secondary" onClick={apply}>
        Apply
      </Button>
    </div>
  )
}
