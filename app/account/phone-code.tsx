import { useEffect, useState } from 'react'
import {
  codeLength,
  codeMistake,
  codePhoneMistake,
  plainDigits,
  resendSeconds,
} from '#rules/one-time-code.ts'
import { useSubmit } from '../components/use-submit.ts'
import { api } from '../data/api.ts'
import { deviceId } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorSummary, type Errors } from '../ui/form-errors.tsx'
import { textLink } from './account-card.tsx'
import { textOf, useAccountForm } from './account-form.tsx'

export function sendPhoneCode(phone: string): Promise<unknown> {
  return api.post('/api/auth/phone/code', { anonymous: true, body: { phone, device: deviceId() } })
}

/** What stands in the field of a code, and what is wrong with it. */
export function readCode(values: FormData, name = 'code'): string {
  return plainDigits(textOf(values, name))
}

export function checkCode(values: FormData, name = 'code'): Errors {
  const mistake = codeMistake(textOf(values, name))
  return mistake === null ? {} : { [name]: mistake }
}

const notSent = 'The code was not sent'

type NumberFormProps = {
  help: string
  first?: string
  onSent(phone: string): void
  onCancel?: () => void
  sendCode?: (phone: string) => Promise<unknown>
}

/** Where the code is to go. */
export function NumberForm({ help, first, onSent, onCancel, sendCode = sendPhoneCode }: NumberFormProps) {
  const { form, field, summary, failure, isBusy } = useAccountForm(checkNumber, {
    title: notSent,
    otherwise: 'Please try again.',
  })
  const send = async (values: FormData) => {
    const phone = textOf(values, 'phone').trim()
    await sendCode(phone)
    onSent(phone)
    return undefined
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={notSent}>{failure}</ErrorPanel>}
      <TextField
        {...field('phone')}
        label="Phone number"
        help={help}
        type="tel"
        autoComplete="tel"
        enterKeyHint="send"
        defaultValue={first}
        maxLength={40}
        autoFocus
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" className="flex-1" busy={isBusy} busyLabel="Sending...">
          Send me a code
        </Button>
        {onCancel && (
          <Button variant="ghost" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function checkNumber(values: FormData): Errors {
  const phone = codePhoneMistake(textOf(values, 'phone'))
  return phone === null ? {} : { phone }
}

type CodeFieldProps = {
  field: { id: string; name: string; error: string | undefined }
  label?: string
  /** The second one of a form neither takes the focus nor the code of the first. */
  isSecond?: boolean
  /** Where it was sent: a number or an address. */
  sentTo: string
  sendAgain(): Promise<unknown>
  /** Back to the number, which may have been mistyped. */
  onBack?: () => void
}

/** The keyboard of a phone has only digits here, and offers the code as soon as its message is there. */
export function CodeField({
  field,
  label = 'Code',
  isSecond = false,
  sentTo,
  sendAgain,
  onBack,
}: CodeFieldProps) {
  return (
    <div className="grid gap-2">
      <p role="status" className="mb-3 wrap-anywhere">
        We have sent {codeLength} digits to{' '}
        <strong className="font-semibold whitespace-nowrap">{sentTo}</strong>. It may take a minute.
      </p>
      <TextField
        {...field}
        label={label}
        inputMode="numeric"
        autoComplete={isSecond ? 'off' : 'one-time-code'}
        enterKeyHint="go"
        maxLength={12}
        autoFocus={!isSecond}
        required
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <SendAgain sendAgain={sendAgain} />
        {onBack && (
          <button type="button" className={textLink} onClick={onBack}>
            Change it
          </button>
        )}
      </div>
    </div>
  )
}

function SendAgain({ sendAgain }: Pick<CodeFieldProps, 'sendAgain'>) {
  const [left, setLeft] = useState(resendSeconds)
  const { submit, isBusy } = useSubmit()
  useEffect(() => {
    if (left === 0) return
    const timer = setTimeout(() => setLeft(left - 1), 1_000)
    return () => clearTimeout(timer)
  }, [left])
  const send = () =>
    submit({ failed: notSent }, async () => {
      await sendAgain()
      setLeft(resendSeconds)
      return { title: 'A new code is on its way', description: 'The one before does not work any more.' }
    })
  if (left > 0)
    return (
      <p className="flex min-h-11 items-center text-sm text-muted-foreground tabular-nums">
        No code? You can ask for another in {left} s
      </p>
    )
  return (
    <button type="button" className={textLink} disabled={isBusy} onClick={() => void send()}>
      Send a new code
    </button>
  )
}
