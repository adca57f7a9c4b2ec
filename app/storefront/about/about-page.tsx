import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { useShopFacts } from '#app/data/shop-facts.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Picture } from '#app/ui/picture.tsx'
import { aboutLead, aboutTitle, type StoryBand, shopValues, storyBands } from '../content/about-story.ts'
import { LinkedText } from '../content/linked-text.tsx'
import { fillShopText } from '../content/policy.ts'
import type { Route } from './+types/about-page.ts'
import { findStoryPicture } from './story-pictures.ts'

export function meta(args: Route.MetaArgs) {
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'About', to: '/about' },
  ]
  return [
    ...pageMeta(args, { title: 'About us', description: aboutLead }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function AboutPage() {
  return (
    <>
      <div className="mx-auto max-w-store px-gutter pt-8 lg:pt-14">
        <div className="max-w-prose">
          <h1>{aboutTitle}</h1>
          <p className="mt-4 text-lg text-muted-foreground">{aboutLead}</p>
        </div>
        <div className="mt-8 grid gap-section lg:mt-14">
          {storyBands.map((band, place) => (
            <StoryBandRow
              key={band.id}
              band={band}
              side={place % 2 === 0 ? 'left' : 'right'}
              isFirstSeen={place === 0}
            />
          ))}
        </div>
      </div>
      <Values />
    </>
  )
}

function Values() {
  const facts = useShopFacts()
  return (
    <section aria-labelledby="values" className="mt-section bg-muted">
      <div className="mx-auto max-w-store px-gutter py-section">
        <h2 id="values">What we hold on to</h2>
        <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-8">
          {shopValues.map(({ title, text }) => (
            <li key={title} className="border-t-3 border-terracotta pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-muted-foreground">{fillShopText(text, facts)}</p>
            </li>
          ))}
        </ul>
        <ButtonLink to="/shop" size="lg" className="mt-10 max-sm:w-full">
          Shop Now
        </ButtonLink>
      </div>
    </section>
  )
}

type StoryBandRowProps = {
  band: StoryBand
  /** Where the picture stands on wide screens; on phones it is always above its text. */
  side: 'left' | 'right'
  isFirstSeen: boolean
}

function StoryBandRow({ band, side, isFirstSeen }: StoryBandRowProps) {
  const picture = findStoryPicture(band.id)
  return (
    <section aria-labelledby={band.id} className="grid items-center gap-5 lg:grid-cols-2 lg:gap-14">
      {picture && (
        <Picture
          source={picture.source}
          alt={picture.alt}
          ratio={picture.ratio}
          sizes="(min-width: 64rem) 35rem, (min-resolution: 2.1dppx) 60vw, 92vw"
          priority={isFirstSeen}
          className={classNames('rounded-card', side === 'right' && 'lg:order-last')}
        />
      )}
      <div>
        <h2 id={band.id}>{band.heading}</h2>
        {band.paragraphs.map((text) => (
          <p key={text} className="mt-4 text-lg">
            <LinkedText>{text}</LinkedText>
          </p>
        ))}
      </div>
    </section>
  )
}
