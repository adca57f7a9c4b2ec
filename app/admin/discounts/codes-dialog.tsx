import { useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { DiscountResponse } from '#contract/sales-and-discounts.ts'
import { codeCountMistake, codePrefixMistake } from '#rules/discount-fields.ts'
import { ExportButton } from '../export-button.tsx'

type CodesDialogProps = {
  discount: DiscountResponse
  onChanged: () => void
  onClose: () => void
}

/** Codes that each hold for one order, to be handed out one by one. */
export function CodesDialog({ discount, onChanged, onClose }: CodesDialogProps) {
  const { id, name, codes, codes_used } = discount
  const { submit, isBusy } = useSubmit()
  const [typed, setTyped] = useState({ count: '100', prefix: '' })
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const make = () => {
    const { count, prefix } = typed
    const found = {
      count: codeCountMistake(Number(count)) ?? undefined,
      prefix: codePrefixMistake(prefix) ?? undefined,
    }
    setErrors(found)
    if (found.count || found.prefix) return
    void submit({ failed: 'No codes were made', refuse: setErrors }, async () => {
      await api.post(`/api/discounts/${id}/codes`, { body: { count: Number(count), prefix } })
      onChanged()
      return { title: `${count} codes made` }
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      mayClose={() => !isBusy}
      title={`Codes of ${name}`}
      actions={
        <>
          <Button variant="secondary" disabled={isBusy} onClick={onClose}>
            Close
          </Button>
          <Button busy={isBusy} busyLabel="Making..." onClick={make}>
            Make codes
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>Each code holds for one order.</p>
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label="How many"
            inputMode="numeric"
            autoComplete="off"
            error={errors.count}
            value={typed.count}
            onChange={({ target }) => setTyped({ ...typed, count: target.value })}
          />
          <TextField
            label="Beginning with"
            optional
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            error={errors.prefix}
            value={typed.prefix}
            onChange={({ target }) => setTyped({ ...typed, prefix: target.value })}
          />
        </div>
        {codes > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status">
              {codes} {codes === 1 ? 'code' : 'codes'} so far, {codes_used} used
            </p>
            <ExportButton
              size="sm"
              path={`/api/discounts/${id}/codes.csv`}
              texts={{
                done: 'Your browser is saving the codes',
                failed: 'The codes could not be downloaded',
              }}
            />
          </div>
        )}
      </div>
    </Dialog>
  )
}
