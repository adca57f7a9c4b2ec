import { useEffect, useRef } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api, isAboutFields } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { WhatsAppIcon } from '#app/ui/icons.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ContactMessage } from '#contract/messages.ts'
import { emailMistake } from '#rules/account-fields.ts'
import { type Mistakes, onlyMistakes } from '#rules/form-mistakes.ts'
import { chatLink, longestChatLink } from '#rules/phone-number.ts'

type Failure = { text: string; message: string }

export function MessageForm({ onSent }: { onSent: () => void }) {
  const { form, field, summary, onSubmit, refuse } = useFormErrors((values) =>
    checkContactForm(readContactForm(values)),
  )
  const { submit, isBusy, failure } = useSubmit()
  const message = useRef('')

  const send = async (values: FormData) => {
    const filled = readContactForm(values)
    message.current = filled.message
    await submit({ refuse, onFailure: isAboutFields }, async () => {
      await api.post('/api/contact', { body: filled, anonymous: true })
      onSent()
      return undefined
    })
  }

  return (
    <form {...form} method="post" onSubmit={onSubmit(send)} className="mt-5 grid gap-5">
      <ErrorSummary {...summary} />
      <TextField {...field('name')} label="Name" required maxLength={longestName} autoComplete="name" />
      <TextField
        {...field('email')}
        label="Email"
        help="We answer to this address."
        type="email"
        required
        inputMode="email"
        autoComplete="email"
        maxLength={254}
      />
      <SelectField
        {...field('subject')}
        label="Subject"
        placeholder="Choose a subject"
        options={subjectOptions}
        required
      />
      <TextArea {...field('message')} label="Message" rows={6} required maxLength={longestMessage} />
      {/* Programs fill in every field they find; people cannot see this one. */}
      <div hidden>
        <input name="website" aria-label="Leave this empty" tabIndex={-1} autoComplete="off" />
      </div>
      {failure && <NotSent text={failure} message={message.current} />}
      <noscript>
        <p className="text-sm text-muted-foreground">
          This form needs JavaScript. Without it, please call us or write on WhatsApp.
        </p>
      </noscript>
      <Button
        type="submit"
        data-needs-script
        busy={isBusy}
        busyLabel="Sending..."
        className="sm:justify-self-start"
      >
        Send Message
      </Button>
    </form>
  )
}

function NotSent({ text, message }: Failure) {
  const panel = useRef<HTMLDivElement>(null)
  const { chatNumber, shopName } = useShopFacts()
  useEffect(() => panel.current?.focus(), [])

  const greeting = `Hello ${shopName}`
  const withText = chatLink(chatNumber, `${greeting}. ${message}`)
  const chat = withText.length > longestChatLink ? chatLink(chatNumber, greeting) : withText
  return (
    <ErrorPanel
      ref={panel}
      title="Your message was not sent"
      action={
        <ButtonLink variant="whatsapp" to={chat}>
          <WhatsAppIcon size={20} />
          Send on WhatsApp
        </ButtonLink>
      }
    >
      {text} Your text is still here.
    </ErrorPanel>
  )
}

type Subject = ContactMessage['subject']

/** A list by hand keeps the shop's schemas out of the browser; a subject that the shop takes cannot be forgotten here. */
const subjects = {
  'Product Inquiry': true,
  'Order Status': true,
  'Returns & Refunds': true,
  'Wholesale Inquiry': true,
  Other: true,
} satisfies Record<Subject, true>

export const subjectOptions = Object.keys(subjects).map((subject) => ({ value: subject, label: subject }))

export const longestName = 120
export const longestMessage = 4_000

type ContactForm = Record<'name' | 'email' | 'subject' | 'message' | 'website', string>

export function readContactForm(values: FormData): ContactForm {
  const read = (name: string) => String(values.get(name) ?? '').trim()
  return {
    name: read('name'),
    email: read('email'),
    subject: read('subject'),
    message: read('message'),
    website: read('website'),
  }
}

export function checkContactForm(form: ContactForm): Mistakes<'name' | 'email' | 'subject' | 'message'> {
  return onlyMistakes({
    name: form.name ? null : 'Name is required',
    email: emailMistake(form.email),
    subject: Object.hasOwn(subjects, form.subject) ? null : 'Please choose a subject',
    message: form.message ? null : 'Message is required',
  })
}
