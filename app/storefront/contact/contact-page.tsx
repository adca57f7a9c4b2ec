import { type ComponentType, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { defaultShopFacts, useShopFacts } from '#app/data/shop-facts.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import {
  CircleCheckIcon,
  ClockIcon,
  ExternalLinkIcon,
  type IconProps,
  MailIcon,
  MapPinIcon,
  PhoneIcon,
  WhatsAppIcon,
} from '#app/ui/icons.tsx'
import { isOpen } from '#rules/opening-hours.ts'
import { chatLink, diallablePhone, showPhone } from '#rules/phone-number.ts'
import { openingHoursText } from '#rules/shop-facts.ts'
import { ShopText, styledHtml } from '../content/shop-text.tsx'
import type { Route } from './+types/contact-page.ts'
import { MessageForm } from './message-form.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { pages, picturesAt } = context.get(shopContext)
  const { html, ...page } = await pages.readContact(context.get(pageRequestContext).report)
  return { ...page, html: styledHtml(html, { picturesAt }) }
}

export function meta(args: Route.MetaArgs) {
  const { hours } = (args.matches[0]?.loaderData?.facts ?? defaultShopFacts).contact
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'Contact', to: '/contact' },
  ]
  return [
    ...pageMeta(args, {
      title: 'Contact',
      description: `Call, chat on WhatsApp or send us a message. We answer ${hours}.`,
    }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function ContactPage({ loaderData: { title, lead, html } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-store px-gutter pt-8 pb-section lg:pt-14">
      <h1>{title}</h1>
      {lead && <p className="mt-3 max-w-prose text-lg text-muted-foreground">{lead}</p>}
      {html && <ShopText html={html} className="prose mt-8 text-lg" />}
      <div className="mt-8 grid gap-8 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_1fr] lg:gap-x-14 lg:gap-y-6">
        <ContactDetails />
        <div className="max-w-form lg:row-span-2">
          <ContactForm />
        </div>
        <FindUs />
      </div>
    </div>
  )
}

const shownForMs = 5_000

/** The form, or for a moment the success message; then the form is back for the next message. */
function ContactForm() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [isSent, setSent] = useState(false)

  useEffect(() => {
    if (!isSent) return
    // The button that was pressed is gone: without this, keyboard and screen reader would start at the top again.
    heading.current?.focus()
    const timer = setTimeout(() => setSent(false), shownForMs)
    return () => clearTimeout(timer)
  }, [isSent])

  return (
    <section aria-labelledby="write-to-us">
      <h2 id="write-to-us" ref={heading} tabIndex={-1} className="w-fit rounded-control">
        Send us a message
      </h2>
      <div role="status">
        {isSent && (
          <div className="mt-5 flex items-center gap-4 rounded-card bg-success-soft p-5 text-success">
            <CircleCheckIcon size={32} />
            <div>
              <p className="text-xl font-semibold">Message Sent!</p>
              <p>Thank you. We answer as soon as we can.</p>
            </div>
          </div>
        )}
      </div>
      {!isSent && <MessageForm onSent={() => setSent(true)} />}
    </section>
  )
}

function FindUs() {
  const { shopName, contact } = useShopFacts()
  const place = encodeURIComponent(`${shopName}, ${contact.address}`)
  return (
    <section
      aria-label="Where to find us"
      className="overflow-hidden rounded-card border border-border bg-card shadow-card"
    >
      <AreaMap />
      <div className="p-5">
        <ButtonLink variant="secondary" wide to={`https://www.google.com/maps/search/?api=1&query=${place}`}>
          Open in Google Maps
          <ExternalLinkIcon size={20} />
        </ButtonLink>
      </div>
    </section>
  )
}

/** A drawing of the coast at Accra. A real map would cost every visitor more than the rest of the page. */
function AreaMap() {
  return (
    <svg
      role="img"
      aria-label="A drawing of the coast at Accra with a pin in the town"
      viewBox="0 0 640 320"
      className="block w-full"
      preserveAspectRatio="xMidYMid slice"
    >
      <path className="fill-muted" d="M0 0h640v320H0z" />
      <path
        className="fill-success-soft"
        d="M392 24h128l34 62-60 46-108-22zM44 58l92-16 26 60-70 40-62-22z"
      />
      <path className="fill-indigo-soft" d="M0 276c70-22 120-4 190-18s120-40 208-34 150-26 242-46v142H0z" />
      <g className="fill-none stroke-card" strokeLinecap="round">
        <path
          strokeWidth="12"
          d="M-10 214c110 4 180-24 280-32s190-2 390-66M262-10c-6 80 22 120 12 196l-6 60"
        />
        <path
          strokeWidth="7"
          d="M96-10c10 90 34 130 28 226M-10 132c120-22 210-14 320-28s210-40 340-44M470-10c-8 70 18 110 6 172"
        />
        <path
          strokeWidth="4"
          d="M176-10c4 60 12 110 8 208M352-10c2 70-12 120-4 190M560-10c4 50-6 90 4 140M-10 58c160 6 320-24 660-20"
        />
      </g>
      <g className="fill-hibiscus">
        <ellipse cx="302" cy="184" rx="16" ry="5" className="fill-foreground/25" />
        <path d="M302 184c-20-30-34-44-34-66a34 34 0 1 1 68 0c0 22-14 36-34 66z" />
        <circle cx="302" cy="118" r="13" className="fill-card" />
      </g>
    </svg>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-medium text-link underline underline-offset-3'

function ContactDetails() {
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
