import { useRef, useState } from 'react'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { MinusIcon, PlusIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import {
  defaultNotificationSetting,
  fillNotification,
  longestNotification,
  type NotificationSetting,
  type PhoneWay,
  placeLabels,
  type SmsPrice,
  sampleValues,
  showSmsPrice,
  ways,
} from '#rules/notification-settings.ts'
import { channelLabels, type NotificationKind, notificationKinds } from '#rules/notifications.ts'
import { reviewPath } from '#rules/reviews.ts'
import { countSmsParts, wideLetters } from '#rules/sms-parts.ts'

type Field = { id: string; name: string; error: string | undefined }

type NewsFieldsProps = {
  row: NotificationSetting
  field(name: 'text' | 'mail'): Field
  shopName: string
  channels: Record<PhoneWay, boolean>
  price: SmsPrice
  onChange(row: NotificationSetting): void
}

/** One kind of notification: folded up, it says how it goes out. */
export function NewsFields({ row, field, shopName, channels, price, onChange }: NewsFieldsProps) {
  const { label, when, places } = notificationKinds[row.kind]
  const labelled = Object.fromEntries(places.map((place) => [place, placeLabels[place]]))
  const [isOpen, setIsOpen] = useState(false)
  const texts = { text: field('text'), mail: field('mail') }
  const hasError = Boolean(texts.text.error ?? texts.mail.error)
  const on = ways.filter((way) => row[way]).map((way) => channelLabels[way])
  const isOwn = row.text !== defaultNotificationSetting(row.kind).text || row.mail !== ''
  return (
    <details
      id={row.kind}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group rounded-card border border-border bg-card"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-card px-5 py-3 [&::-webkit-details-marker]:hidden">
        <span className="grid flex-1">
          <span className="font-semibold">{label}</span>
          <span className="text-sm text-muted-foreground">{on.join(', ') || 'Nobody is told'}</span>
        </span>
        {isOwn && <Badge tone="clay">Own text</Badge>}
        <PlusIcon size={20} className="group-open:hidden" />
        <MinusIcon size={20} className="hidden group-open:block" />
      </summary>
      <div className="grid gap-5 border-t border-border p-5">
        <p className="max-w-prose text-muted-foreground">{when}</p>
        <div className="grid gap-1 md:grid-cols-3">
          {ways.map((way) => (
            <Switch
              key={way}
              label={channelLabels[way]}
              help={way !== 'email' && !channels[way] ? 'Not set up on the server' : undefined}
              checked={row[way]}
              onChange={({ currentTarget }) => onChange({ ...row, [way]: currentTarget.checked })}
            />
          ))}
        </div>
        <PlacedText
          {...texts.text}
          label="Text for phones"
          help="The name of the shop comes before it, a link after it."
          places={labelled}
          rows={3}
          longest={longestNotification.text}
          value={row.text}
          onChange={(text) => onChange({ ...row, text })}
        />
        <Preview row={row} shopName={shopName} price={price} />
        {row.text !== defaultNotificationSetting(row.kind).text && (
          <Button
            variant="secondary"
            className="justify-self-start"
            onClick={() => onChange({ ...row, text: defaultNotificationSetting(row.kind).text })}
          >
            Use the usual text
          </Button>
        )}
        <PlacedText
          {...texts.mail}
          label="First words of the e-mail"
          help="Without any, it has its usual ones. What was ordered, the PIN and the button stay."
          optional
          places={labelled}
          rows={3}
          longest={longestNotification.mail}
          value={row.mail}
          onChange={(mail) => onChange({ ...row, mail })}
        />
      </div>
    </details>
  )
}

type PlacedTextProps = Field & {
  label: string
  help: string
  optional?: boolean
  /** Their names, and what their buttons say. */
  places: Readonly<Record<string, string>>
  rows: number
  longest: number
  value: string
  onChange(text: string): void
}

/** A text with places, which are put in by buttons where the cursor is: nobody has to spell them. */
export function PlacedText({ places, longest, onChange, ...rest }: PlacedTextProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (place: string) => {
    const { current } = area
    if (!current) return
    const { selectionStart: from, selectionEnd: to, value } = current
    const written = `{${place}}`
    onChange(value.slice(0, from) + written + value.slice(to))
    current.focus()
    // After the text is there, so that the next word goes on behind it.
    requestAnimationFrame(() => current.setSelectionRange(from + written.length, from + written.length))
  }
  return (
    <div className="grid gap-2">
      <TextArea
        {...rest}
        ref={area}
        maxLength={longest}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-sm text-muted-foreground">Put in:</span>
        {Object.entries(places).map(([place, shown]) => (
          <Button
            key={place}
            variant="secondary"
            size="sm"
            className="min-h-11"
            onClick={() => insert(place)}
          >
            {shown}
          </Button>
        ))}
      </div>
    </div>
  )
}

/** With values of the usual length, as it will stand on a phone, and what it costs. */
function Preview({ row, shopName, price }: { row: NotificationSetting; shopName: string; price: SmsPrice }) {
  const text = `${shopName}: ${fillNotification(row.text, sampleValues)} ${sampleLink(row.kind)}`
  const { alphabet, length, parts } = countSmsParts(text)
  const wide = wideLetters(text)
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">How it looks</p>
      <p className="max-w-prose rounded-card bg-muted px-4 py-3 break-words">{text}</p>
      <p role="status" className={parts > 1 ? 'text-sm text-warning' : 'text-sm text-muted-foreground'}>
        {parts === 1 ? '1 SMS' : `${parts} SMS`}, {length} characters ({alphabet})
        {price > 0 && `, ${showSmsPrice(parts * price)}`}
        {wide.length > 0 &&
          `. ${wide.join(' ')} ${wide.length === 1 ? 'makes' : 'make'} it longer: without, one SMS has room for 160 characters instead of 70.`}
      </p>
    </div>
  )
}

function sampleLink(kind: NotificationKind): string {
  const { origin } = window.location
  const code = sampleValues.code
  if (kind === 'delivered' || kind === 'collected') return origin + reviewPath(code, { key: 'x'.repeat(20) })
  if (kind === 'not_paid') return `${origin}/shop`
  if (kind === 'back_in_stock') return `${origin}/product/123`
  return `${origin}/track-order?code=${code}`
}
