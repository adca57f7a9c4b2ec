import { useState } from 'react'
import type { SignInResponse } from '#contract/accounts.ts'
import { showPhone } from '#rules/phone-number.ts'
import { api, storeToken } from '../data/api.ts'
import { useAuth } from '../session/auth.tsx'
import { removeDraftsOfOthers } from '../session/drafts.ts'
import { deviceId, rememberUser, userFromResponse } from '../session/sign-in.ts'
import { Button } from '../ui/button.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { ErrorSummary } from '../ui/form-errors.tsx'
import { textLink } from './account-card.tsx'
import { useAccountForm } from './account-form.tsx'
import { CodeField, checkCode, NumberForm, readCode, sendPhoneCode } from './phone-code.tsx'

const failed = 'Sign-in failed'

/** A number, then the code that was sent there. Whoever has no account gets one. */
export function PhoneSignIn({ onBack }: { onBack(): void }) {
  const [phone, setPhone] = useState('')
  const [isSent, setSent] = useState(false)
  return (
    <div className="mt-6 grid gap-2">
      {isSent ? (
        <CodeForm phone={phone} onBack={() => setSent(false)} />
      ) : (
        <NumberForm
          help="We send you a code, so you need no password. If you are new, this makes your account."
          first={phone}
          onSent={(sentTo) => {
            setPhone(sentTo)
            setSent(true)
          }}
        />
      )}
      <div>
        <button type="button" className={textLink} onClick={onBack}>
          Sign in with your email instead
        </button>
      </div>
    </div>
  )
}

function CodeForm({ phone, onBack }: { phone: string; onBack(): void }) {
  const { revalidate } = useAuth()
  const { form, field, summary, failure, isBusy } = useAccountForm(checkCode, {
    title: failed,
    otherwise: 'Please try again.',
  })
  const send = async (values: FormData) => {
    await signInByPhone(phone, readCode(values))
    await revalidate()
    return { title: 'Login successful' }
  }
  return (
    <form {...form(send)} className="grid gap-5">
      <ErrorSummary {...summary} />
      {failure && <ErrorPanel title={failed}>{failure}</ErrorPanel>}
      <CodeField
        field={field('code')}
        sentTo={showPhone(phone)}
        sendAgain={() => sendPhoneCode(phone)}
        onBack={onBack}
      />
      <Button type="submit" wide busy={isBusy} busyLabel="Signing in...">
        Sign In
      </Button>
    </form>
  )
}

/** Keeps who it was on this device; the page then looks again who is signed in. Fetched by whoever signs in by phone only. */
async function signInByPhone(phone: string, code: string): Promise<void> {
  const { user: answered, token } = await api.post<SignInResponse>('/api/auth/phone/login', {
    anonymous: true,
    body: { phone, code, device: deviceId() },
  })
  const user = userFromResponse(answered, new Date())
  removeDraftsOfOthers(user.id)
  rememberUser(user)
  storeToken(token)
}
