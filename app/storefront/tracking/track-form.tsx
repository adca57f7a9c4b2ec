import { type SubmitEvent, useRef, useState } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { trackingCodeMissing } from '#rules/tracking-code.ts'

type TrackFormProps = { code: string; isCodeMissing: boolean }

/** An ordinary form that asks the server, so that it works before scripts run and without them. */
export function TrackForm({ code, isCodeMissing }: TrackFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isMissing, setMissing] = useState(isCodeMissing)

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const typed = String(new FormData(event.currentTarget).get('code') ?? '').trim()
    setMissing(typed === '')
    if (typed !== '') return
    event.preventDefault()
    form.current?.querySelector('input')?.focus()
  }
  return (
    <Form
      ref={form}
      method="get"
      action="/track-order"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3"
    >
      <TextField
        name="code"
        id="tracking-code"
        label="Tracking code"
        help="Six letters and digits, for example K7P2QX."
        error={isMissing ? trackingCodeMissing : undefined}
        defaultValue={code}
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        className="min-w-60 flex-1 [&_input]:tracking-[.2em] [&_input]:uppercase"
      />
      <Button type="submit" className="mt-[26px] max-sm:w-full max-sm:mt-0">
        Track
      </Button>
    </Form>
  )
}
