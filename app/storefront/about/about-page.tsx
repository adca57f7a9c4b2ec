import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Picture, type PictureRatio, type PictureSource, type Rendition } from '#app/ui/picture.tsx'
import type { AboutView, PageSection } from '#contract/content.ts'
import { ShopText, styledHtml } from '../content/shop-text.tsx'
import type { Route } from './+types/about-page.ts'

export async function loader({ context }: Route.LoaderArgs): Promise<AboutView> {
  const { pages, picturesAt } = context.get(shopContext)
  const { html, story, ...about } = await pages.readAbout(context.get(pageRequestContext).report)
  return {
    ...about,
    html: styledHtml(html, { picturesAt }),
    story: story && { ...story, bands: story.bands.map(styledBand) },
  }
}

function styledBand(band: PageSection): PageSection {
  const html = styledHtml(band.html, { picturesAt: '' })
  return { ...band, html: html.replaceAll('<p>', '<p class="mt-4 text-lg">') }
}

export function meta(args: Route.MetaArgs) {
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'About', to: '/about' },
  ]
  return [
    ...pageMeta(args, { title: 'About us', description: args.loaderData?.lead }),
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function AboutPage({ loaderData: { title, lead, html, story } }: Route.ComponentProps) {
  return (
    <>
      <div className="mx-auto max-w-store px-gutter pt-8 lg:pt-14">
        <div className="max-w-prose">
          <h1>{title}</h1>
          {lead && <p className="mt-4 text-lg text-muted-foreground">{lead}</p>}
        </div>
        {story ? (
          <div className="mt-8 grid gap-section lg:mt-14">
            {story.bands.map((band, place) => (
              <StoryBandRow
                key={band.id}
                band={band}
                side={place % 2 === 0 ? 'left' : 'right'}
                isFirstSeen={place === 0}
              />
            ))}
          </div>
        ) : (
          <>
            <ShopText html={html} className="prose mt-8 text-lg" />
            <ShopNow className="mt-10 mb-section max-sm:w-full" />
          </>
        )}
      </div>
      {story && <Values {...story} />}
    </>
  )
}

function ShopNow({ className }: { className: string }) {
  return (
    <ButtonLink to="/shop" size="lg" className={className}>
      Shop Now
    </ButtonLink>
  )
}

function Values({ valuesHeading, values }: NonNullable<AboutView['story']>) {
  return (
    <section aria-labelledby="values" className="mt-section bg-muted">
      <div className="mx-auto max-w-store px-gutter py-section">
        <h2 id="values">{valuesHeading}</h2>
        <ul className="mt-6 grid gap-6 sm:grid-cols-2 lg:grid-cols-4 lg:gap-8">
          {values.map(({ title, text }) => (
            <li key={title} className="border-t-3 border-terracotta pt-4">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-2 text-muted-foreground">{text}</p>
            </li>
          ))}
        </ul>
        <ShopNow className="mt-10 max-sm:w-full" />
      </div>
    </section>
  )
}

type StoryBandRowProps = {
  band: PageSection
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
        <ShopText html={band.html} className="" />
      </div>
    </section>
  )
}

type StoryPicture = { source: PictureSource; alt: string; ratio: PictureRatio }

/** Named after the band they stand beside, and their width: where-it-began-720.avif. */
const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const pictures: Record<string, { alt: string; colour: string; ratio: '4/3' | '1/1' }> = {
  'where-it-began': {
    alt: 'Shea nuts in a terracotta bowl on linen with shea butter, a cocoa pod and Adom Beauty products in window light',
    colour: '#B38C6B',
    ratio: '4/3',
  },
  'made-for-here': {
    alt: 'An open jar of Moringa Daily Moisturizer among moringa leaves',
    colour: '#B9BF92',
    ratio: '1/1',
  },
  'plants-we-know': {
    alt: 'Baobab & Vitamin C Serum with a baobab fruit, white baobab pulp and orange slices',
    colour: '#DBA35E',
    ratio: '1/1',
  },
  'from-us-to-you': {
    alt: 'Adom Beauty products grouped in front of a terracotta arch with a hibiscus flower and shea nuts',
    colour: '#F4D3B1',
    ratio: '4/3',
  },
}

export function findStoryPicture(band: string): StoryPicture | null {
  const picture = pictures[band]
  const avif = filesOf(band, 'avif')
  const webp = filesOf(band, 'webp')
  const largest = webp.at(-1)
  if (!picture || !largest) return null
  const { alt, colour, ratio } = picture
  const height = ratio === '1/1' ? largest.width : Math.round((largest.width * 3) / 4)
  return { alt, ratio, source: { src: largest.url, width: largest.width, height, avif, webp, colour } }
}

function filesOf(band: string, format: 'avif' | 'webp'): Rendition[] {
  return [360, 540, 720, 1120].flatMap((width) => {
    const url = files[`./pictures/${band}-${width}.${format}`]
    return url === undefined ? [] : [{ url, width }]
  })
}
