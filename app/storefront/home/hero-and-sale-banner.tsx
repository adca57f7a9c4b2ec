import { type ReactNode, useEffect, useState } from 'react'
import { ShopPicture } from '#app/components/shown-product.tsx'
import { useBrand, useHasFirstName, useShopFacts } from '#app/data/shop-facts.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ArrowRightIcon, CheckIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { type Rendition, sourceSet } from '#app/ui/picture.tsx'
import type { ShownHome } from '#contract/content.ts'
import type { ShopSettings } from '#contract/settings.ts'
import { type Countdown, countdown, saleOver, saleTitle } from '#rules/countdown.ts'
import { deliveryFee } from '#rules/delivery-fee.ts'
import { formatGhs } from '#rules/money.ts'
import type { PaymentMethod } from '#rules/payment-states.ts'
import laptop960avif from './pictures/hero-laptop-960.avif'
import laptop960webp from './pictures/hero-laptop-960.webp'
import laptop1280avif from './pictures/hero-laptop-1280.avif'
import laptop1280webp from './pictures/hero-laptop-1280.webp'
import phone360avif from './pictures/hero-phone-360.avif'
import phone360webp from './pictures/hero-phone-360.webp'
import phone540avif from './pictures/hero-phone-540.avif'
import phone540webp from './pictures/hero-phone-540.webp'
import phone720avif from './pictures/hero-phone-720.avif'
import phone720webp from './pictures/hero-phone-720.webp'

type HeroProps = { home: ShownHome; payments: readonly PaymentMethod[] }

const wideSizes = '(min-width: 75rem) 40rem, 56vw'
const phoneSizes = '(min-resolution: 2.1dppx) 67vw, 100vw'

export function Hero({ home: { heading, line, buttons, picture }, payments }: HeroProps) {
  const hasFirstName = useHasFirstName()
  return (
    <section
      aria-labelledby="welcome"
      className="mx-auto grid max-w-store md:grid-cols-[5fr_7fr] md:items-center md:gap-8 md:px-gutter md:pt-20 lg:gap-10 lg:pt-26"
    >
      {picture ? (
        <ShopPicture
          picture={picture.data}
          focus={picture.focus}
          ratio="hero"
          sizes={`(min-width: 48rem) ${wideSizes}, ${phoneSizes}`}
          priority
          className="max-h-104 w-full md:max-h-none md:rounded-card"
        />
      ) : hasFirstName ? (
        <DefaultPicture />
      ) : (
        <NamePanel />
      )}
      <div className="px-gutter pt-5 md:order-first md:px-0 md:pt-0">
        <h1 id="welcome">{heading}</h1>
        {line && <p className="mt-3 text-lg text-muted-foreground lg:mt-5">{line}</p>}
        <div className="mt-5 flex flex-wrap gap-3 not-has-[a]:hidden lg:mt-8">
          {buttons.map(({ label, to }, index) => (
            <ButtonLink key={label} to={to} size="lg" variant={index === 0 ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))}
        </div>
        <TrustRow payments={payments} />
      </div>
    </section>
  )
}

/** The largest thing of the first view, so it is asked for before everything else. Phones get their own cut. */
function DefaultPicture() {
  const wide = '(min-width: 48rem)'
  return (
    <picture>
      <source media={wide} type="image/avif" srcSet={sourceSet(onLaptops.avif)} sizes={wideSizes} />
      <source media={wide} type="image/webp" srcSet={sourceSet(onLaptops.webp)} sizes={wideSizes} />
      <source type="image/avif" srcSet={sourceSet(onPhones.avif)} sizes={phoneSizes} />
      <source type="image/webp" srcSet={sourceSet(onPhones.webp)} sizes={phoneSizes} />
      <img
        src={forAnyBrowser}
        alt="Cleanser, serum, sunscreen, toner and moisturizer of Adom Beauty before a terracotta arch, with a hibiscus flower and shea nuts"
        width={720}
        height={648}
        fetchPriority="high"
        className="aspect-10/9 max-h-104 w-full bg-[#d9b592] object-cover md:aspect-4/3 md:max-h-none md:rounded-card"
      />
    </picture>
  )
}

/** Until the owner has a picture of their own. */
function NamePanel() {
  const { shopName } = useShopFacts()
  const logo = useBrand()?.logo
  return (
    <div
      aria-hidden="true"
      className="grid aspect-10/9 max-h-104 w-full place-items-center bg-accent px-gutter md:aspect-4/3 md:max-h-none md:rounded-card"
    >
      {logo ? (
        <img src={logo.file} width={logo.width} height={logo.height} alt="" />
      ) : (
        <span className="text-center font-serif text-3xl text-primary">{shopName}</span>
      )}
    </div>
  )
}

/** Promises only what the shop takes today. */
function TrustRow({ payments }: Pick<HeroProps, 'payments'>) {
  const { deliveryFees } = useShopFacts()
  const accra = { option: 'delivery_service', region: 'Greater Accra', city: 'Accra' } as const
  const fee = deliveryFee(accra, deliveryFees)
  return (
    <ul className="mt-5 flex flex-wrap gap-x-4 gap-y-2 text-sm font-medium text-muted-foreground">
      {payments.includes('whatsapp') && <Reason>Pay on delivery</Reason>}
      {payments.includes('mtn_momo') && (
        <Reason>
          <span className="rounded-full bg-momo px-2 py-0.5 font-semibold text-momo-ink">MTN MoMo</span>
        </Reason>
      )}
      <Reason>{fee === 0 ? 'Free delivery in Accra' : `Delivery in Accra ${formatGhs(fee)}`}</Reason>
    </ul>
  )
}

function Reason({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <CheckIcon size={18} className="text-leaf" />
      {children}
    </li>
  )
}

type Cut = { avif: readonly Rendition[]; webp: readonly Rendition[] }

/** The products fill the frame of a phone. */
const onPhones: Cut = {
  avif: [
    { url: phone360avif, width: 360 },
    { url: phone540avif, width: 540 },
    { url: phone720avif, width: 720 },
  ],
  webp: [
    { url: phone360webp, width: 360 },
    { url: phone540webp, width: 540 },
    { url: phone720webp, width: 720 },
  ],
}

const onLaptops: Cut = {
  avif: [
    { url: laptop960avif, width: 960 },
    { url: laptop1280avif, width: 1280 },
  ],
  webp: [
    { url: laptop960webp, width: 960 },
    { url: laptop1280webp, width: 1280 },
  ],
}

/** For browsers that know neither format nor sizes. */
const forAnyBrowser = phone720webp

type SaleBannerProps = { banner: ShopSettings['saleBanner']; now: Date }

/** Written by the server and of one height, so that nothing moves when the seconds begin to run. */
export function SaleBanner({ banner: { title, endsAt }, now }: SaleBannerProps) {
  const target = new Date(endsAt)
  const left = countdown(target, useTickingTime(now, target))
  return (
    <section aria-labelledby="sale" className="mt-section bg-primary text-primary-foreground">
      <div className="mx-auto flex min-h-24 max-w-store flex-col justify-center gap-x-8 gap-y-1 px-gutter py-3 md:flex-row md:items-center md:justify-between">
        <h2 id="sale" className="text-xl text-primary-foreground lg:text-2xl">
          {title}
        </h2>
        {left.isOver ? <Over title={title} /> : <Tiles left={left} />}
      </div>
    </section>
  )
}

function Over({ title }: { title: string }) {
  return (
    <p>
      <strong className="font-semibold">{saleOver}</strong>{' '}
      {title === saleTitle ? 'The opening sale has ended.' : 'This sale has ended.'}{' '}
      <Link to="/shop" className="font-semibold whitespace-nowrap underline underline-offset-4">
        See this week’s picks <ArrowRightIcon size={20} className="inline" />
      </Link>
    </p>
  )
}

const tiles = [
  ['days', 'days'],
  ['hours', 'hours'],
  ['minutes', 'min'],
  ['seconds', 'sec'],
] as const satisfies readonly (readonly [keyof Countdown, string])[]

function Tiles({ left }: { left: Countdown }) {
  return (
    <p role="timer" className="flex gap-2">
      {tiles.map(([part, unit]) => (
        <span
          key={part}
          className="flex min-w-16 items-baseline justify-center gap-1 rounded-control bg-primary-hover px-2 py-1.5"
        >
          <span className="text-xl font-semibold tabular-nums">{String(left[part]).padStart(2, '0')}</span>{' '}
          <span className="text-xs">{unit}</span>{' '}
        </span>
      ))}
    </p>
  )
}

const second = 1_000

/** Begins with the server's time, so that the page reads the same before and after scripts run, and ticks until the end. */
function useTickingTime(start: Date, end: Date): Date {
  const [now, setNow] = useState(start)
  const ends = end.getTime()
  const isOver = now.getTime() >= ends
  useEffect(() => {
    if (isOver) return
    const tick = () => setNow(new Date())
    tick()
    const timer = setInterval(tick, second)
    return () => clearInterval(timer)
  }, [isOver])
  return now
}
