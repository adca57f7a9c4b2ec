import { type SubmitEvent, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { useTypedText } from '#app/session/use-draft.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Chip } from '#app/ui/chip.tsx'
import { MailIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import type { ConversationResponse } from '#contract/messages.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import {
  answerByChat,
  answerByMail,
  longestReply,
  type ReplyWay,
  replyMistake,
  replyWayLabels,
} from '#rules/inbox.ts'
import { chatLink, showPhone } from '#rules/phone-number.ts'
import { countSmsParts } from '#rules/sms-parts.ts'

type ReplyFormProps = { conversation: ConversationResponse; onSent(changed: ConversationResponse): void }

/** An answer on one of the ways that are open now; without any, the links with which a person answers elsewhere. */
export function ReplyForm({ conversation, onSent }: ReplyFormProps) {
  const { shopName } = useShopFacts()
  const { id, ways } = conversation
  const typed = useTypedText(`reply-${id}`, '')
  const [chosen, setChosen] = useState<ReplyWay | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)
  // One key for one answer: a press that the network repeats sends once.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { submit, isBusy } = useSubmit()
  const way = ways.find((each) => each === chosen) ?? ways[0]
  if (way === undefined) return <ElsewhereLinks conversation={conversation} />
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = typed.text.trim()
    const wrong = replyMistake(way, text)
    setMistake(wrong)
    if (wrong !== null) return
    void submit(
      { failed: 'The answer was not sent', refuse: ({ text }) => setMistake(text ?? null) },
      async () => {
        const address = `/api/conversations/${id}/replies`
        onSent(await api.post<ConversationResponse>(address, { body: { way, text }, idempotencyKey: key }))
        typed.startFrom('')
        setKey(crypto.randomUUID())
        return { title: `Your answer goes out by ${replyWayLabels[way]}` }
      },
    )
  }
  return (
    <form className="grid w-full gap-3" onSubmit={send}>
      {ways.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Answer by</legend>
          {ways.map((each) => (
            <Chip key={each} selected={each === way} onClick={() => setChosen(each)}>
              {replyWayLabels[each]}
            </Chip>
          ))}
        </fieldset>
      )}
      <TextArea
        label={`Answer by ${replyWayLabels[way]}`}
        help={explain(conversation, way, shopName, typed.text)}
        error={mistake ?? undefined}
        rows={2}
        maxLength={longestReply[way]}
        value={typed.text}
        onChange={({ currentTarget }) => {
          typed.type(currentTarget.value)
          setMistake(null)
        }}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isBusy} busyLabel="Sending..." className="flex-1 sm:flex-none">
          Send
        </Button>
        <ElsewhereLinks conversation={conversation} />
      </div>
    </form>
  )
}

/** What this way means for the words, the price and who gets them. */
function explain(conversation: ConversationResponse, way: ReplyWay, shopName: string, text: string): string {
  const { reply_phone, phone, email, window_ends_at } = conversation
  const number = showPhone(reply_phone ?? '')
  const proven = phone === null ? `${number}, as typed into the form` : number
  if (way === 'email') return `To ${email}. They answer to the shop's mailbox.`
  if (way === 'whatsapp')
    return `To ${number}. Free words until ${formatDateAndTime(new Date(window_ends_at ?? 0))}.`
  const isOver = window_ends_at === null ? '' : "WhatsApp's 24 hours are over. "
  if (way === 'template')
    return `${isOver}To ${proven}, in your approved template: one line, with a link to the shop.`
  const { parts } = countSmsParts(`${shopName}: ${text.trim()}`)
  return `${isOver}To ${proven}: ${parts === 1 ? '1 SMS' : `${parts} SMS`}. “${shopName}:” comes first.`
}

/** Where the shop itself cannot send, a person does it with one tap, in another program. */
function ElsewhereLinks({ conversation }: { conversation: ConversationResponse }) {
  const { shopName } = useShopFacts()
  const { ways, name, email, reply_phone, lines } = conversation
  const asked = lines.findLast(({ channel }) => channel === 'form')
  const message = {
    name,
    email: email ?? '',
    subject: asked?.subject ?? 'Your message',
    message: asked?.text ?? '',
  }
  const byMail = email !== null && !ways.includes('email')
  const byChat = reply_phone !== null && !ways.some((way) => way !== 'email')
  if (!byMail && !byChat) return null
  return (
    <div className="flex flex-wrap gap-3">
      {byMail && (
        <ButtonLink variant={ways.length > 0 ? 'secondary' : 'primary'} to={answerByMail(message, shopName)}>
          <MailIcon size={20} />
          Answer by email
        </ButtonLink>
      )}
      {byChat && (
        <ButtonLink
          variant="whatsapp"
          to={answerByChat(message, shopName) ?? chatLink(reply_phone, `Hello ${name}, this is ${shopName}.`)}
          target="_blank"
          rel="noopener"
        >
          <WhatsAppIcon size={20} />
          Answer on WhatsApp
        </ButtonLink>
      )}
    </div>
  )
}
