import { type ComponentType, type ReactNode, useSyncExternalStore } from 'react'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { Badge } from '#app/ui/badge.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { IconProps } from '#app/ui/create-icon.tsx'
import { ClockIcon, MailIcon, MapPinIcon, PhoneIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { chatLink } from '#rules/chat-link.ts'
import { diallablePhone, showPhone } from '#rules/phone-number.ts'
import { isOpen, openingHoursText } from '#rules/shop-facts.ts'

const linkClass = 'inline-flex min-h-11 items-center font-medium text-link underline underline-offset-3'

export function ContactDetails() {
  const { contact, chatNumber, shopName } = useShopFacts()
  const { phone, email, hours, address } = contact
  return (
    <section
      aria-labelledby="reach-us"
      className="rounded-card border border-border bg-card p-5 shadow-card lg:p-6"
    >
      <h2 id="reach-us" className="font-sans text-xl font-semibold tracking-normal">
        How to reach us
      </h2>
      <dl className="mt-2 grid gap-1">
        {phone !== '' && (
          <Detail icon={PhoneIcon} name="Phone">
            <a href={`tel:${diallablePhone(phone)}`} className={linkClass}>
              {showPhone(phone)}
            </a>
          </Detail>
        )}
        <Detail icon={WhatsAppIcon} name="WhatsApp">
          <a href={chatLink(chatNumber, `Hello ${shopName}`)} className={linkClass}>
            Chat with us on WhatsApp
          </a>
        </Detail>
        {email !== '' && (
          <Detail icon={MailIcon} name="Email">
            <a href={`mailto:${email}`} className={classNames(linkClass, 'break-all')}>
              {email}
            </a>
          </Detail>
        )}
        <Detail icon={ClockIcon} name="Hours">
          <span className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
            {hours}
            {hours === openingHoursText && <OpenNow />}
          </span>
        </Detail>
        <Detail icon={MapPinIcon} name="Address">
          <span className="flex min-h-11 items-center">{address}</span>
        </Detail>
      </dl>
    </section>
  )
}

type DetailProps = { icon: ComponentType<IconProps>; name: string; children: ReactNode }

function Detail({ icon: Icon, name, children }: DetailProps) {
  return (
    <div className="flex items-start gap-3">
      <dt className="flex min-h-11 items-center text-terracotta">
        <Icon size={24} />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="flex-1">{children}</dd>
    </div>
  )
}

const oneMinute = 60_000

/** Known only in the browser: the page itself is cached and the same for everyone at any hour. */
function OpenNow() {
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null)
  // Its space is reserved, so that nothing moves when it comes.
  if (minute === null) return <span className="h-6.5 w-28" />
  return isOpen(new Date(minute * oneMinute)) ? (
    <Badge tone="green" icon={ClockIcon}>
      Open now
    </Badge>
  ) : (
    <Badge icon={ClockIcon}>Closed now</Badge>
  )
}

function currentMinute(): number {
  return Math.floor(Date.now() / oneMinute)
}

function everyMinute(notify: () => void): () => void {
  const timer = setInterval(notify, oneMinute / 4)
  return () => clearInterval(timer)
}
