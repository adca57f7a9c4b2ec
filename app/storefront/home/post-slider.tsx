import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { ShopPicture } from '#app/components/shown-product.tsx'
import type { Section } from '#app/data/shop-context.ts'
import { useHasFirstName } from '#app/data/shop-facts.ts'
import { IconButton } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { showFocused } from '#app/ui/scrolling.ts'
import type { CardPicture } from '#contract/codecs.ts'
import type { PostCard } from '#contract/content.ts'
import avif720 from '../about/pictures/where-it-began-720.avif'
import webp720 from '../about/pictures/where-it-began-720.webp'
import avif1120 from '../about/pictures/where-it-began-1120.avif'
import webp1120 from '../about/pictures/where-it-began-1120.webp'
import { postAddress } from '../blog/blog-addresses.ts'

type PostSliderProps = { posts: Section<readonly SlidePost[]>; now: Date }

export function PostSlider({ posts, now }: PostSliderProps) {
  if (!posts.ok) return <Frame>{<Failed />}</Frame>
  if (posts.value.length === 0) return <Frame>{<NoPostsYet />}</Frame>
  return <Slider posts={posts.value} now={now} />
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="latest-posts" className="mx-auto mt-section max-w-store px-gutter">
      <h2 id="latest-posts" className="mb-5">
        From our blog
      </h2>
      {children}
    </section>
  )
}

function Failed() {
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorPanel onRetry={revalidate} retrying={state === 'loading'}>
      Failed to fetch blog posts
    </ErrorPanel>
  )
}

function Slider({ posts, now }: { posts: readonly SlidePost[]; now: Date }) {
  const { track, position, updatePosition, go } = useSlides()
  return (
    <section
      aria-labelledby="latest-posts"
      aria-roledescription="carousel"
      className="mx-auto mt-section max-w-store"
    >
      <div className="flex items-center gap-2 px-gutter">
        <h2 id="latest-posts" className="mr-auto">
          From our blog
        </h2>
        <p aria-hidden="true" className="text-sm text-muted-foreground tabular-nums">
          {position.current + 1}/{posts.length}
        </p>
        <IconButton label="Previous post" variant="card" disabled={position.isAtStart} onClick={() => go(-1)}>
          <ChevronLeftIcon />
        </IconButton>
        <IconButton label="Next post" variant="card" disabled={position.isAtEnd} onClick={() => go(1)}>
          <ChevronRightIcon />
        </IconButton>
      </div>
      <div
        ref={track}
        onScroll={updatePosition}
        className="relative mt-2 -mb-3 flex snap-x snap-mandatory scroll-px-(--gutter) gap-tiles overflow-x-auto overscroll-x-contain px-gutter py-3 [scrollbar-width:none]"
      >
        {posts.map((post, place) => (
          <PostSlide key={post.slug} post={post} now={now} label={`${place + 1} of ${posts.length}`} />
        ))}
      </div>
    </section>
  )
}

export type SlidePost = Pick<PostCard, 'slug' | 'title' | 'createdAt'> & { picture: CardPicture | null }

type PostSlideProps = { post: SlidePost; now: Date; label: string }

function PostSlide({ post, now, label }: PostSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this is one slide of several.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="flex w-70 max-w-full flex-none snap-start lg:w-[calc((100%-3*var(--tiles))/4)]"
    >
      <Link
        to={postAddress(post.slug)}
        onFocus={showFocused}
        className="group flex w-full flex-col overflow-hidden rounded-card border border-border bg-card shadow-card"
      >
        <ShopPicture picture={post.picture} alt="" ratio="16/9" sizes="17.5rem" upTo={640} />
        <div className="flex flex-1 flex-col gap-2 p-4">
          <h3 className="line-clamp-2 text-base leading-6 group-hover:text-link">{post.title}</h3>
          <p className="mt-auto text-sm text-muted-foreground">
            <RelativeTime at={post.createdAt} now={now} />
          </p>
        </div>
      </Link>
    </div>
  )
}

const stillLife = {
  src: webp1120,
  width: 1120,
  height: 840,
  avif: [
    { url: avif720, width: 720 },
    { url: avif1120, width: 1120 },
  ],
  webp: [
    { url: webp720, width: 720 },
    { url: webp1120, width: 1120 },
  ],
  colour: '#B38C6B',
}

const firstPosts = 'Our first posts are being written.'

/** Shown instead of the slider until the first post is written. */
function NoPostsYet() {
  if (!useHasFirstName()) return <p className="text-muted-foreground">{firstPosts}</p>
  return (
    <figure>
      <Picture
        source={stillLife}
        alt="A bowl of shea nuts with shea butter, a cocoa pod and Adom Beauty products in window light"
        ratio="16/9"
        sizes="(min-width: 75rem) 71rem, 92vw"
        className="rounded-card lg:aspect-[3/1]"
      />
      <figcaption className="mt-3 text-muted-foreground">{firstPosts}</figcaption>
    </figure>
  )
}

/** The browser does the scrolling; this only reads the position, and scrolls when a button is pressed. */
function useSlides() {
  const track = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<SlidePosition>({ current: 0, isAtStart: true, isAtEnd: false })

  const updatePosition = useCallback(() => {
    if (!track.current) return
    const { scrollLeft, clientWidth: visible, scrollWidth: whole } = track.current
    const seen = slidePosition({ scrollLeft, visible, whole, starts: startsIn(track.current) })
    setPosition((known) => (isSame(known, seen) ? known : seen))
  }, [])

  useEffect(() => {
    if (!track.current) return
    const observer = new ResizeObserver(updatePosition)
    observer.observe(track.current)
    return () => observer.disconnect()
  }, [updatePosition])

  const go = (direction: 1 | -1) => {
    if (!track.current) return
    const left = direction * slideStep(startsIn(track.current), track.current.clientWidth)
    track.current.scrollBy({ left, behavior: mayMove() ? 'smooth' : 'auto' })
  }
  return { track, position, updatePosition, go }
}

function startsIn(track: HTMLElement): number[] {
  return Array.from(track.children, (slide) => (slide instanceof HTMLElement ? slide.offsetLeft : 0))
}

function isSame(one: SlidePosition, other: SlidePosition): boolean {
  return one.current === other.current && one.isAtStart === other.isAtStart && one.isAtEnd === other.isAtEnd
}

function mayMove(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A row of slides that scrolls sideways, at one moment. */
type Track = { scrollLeft: number; visible: number; whole: number; starts: readonly number[] }

type SlidePosition = { current: number; isAtStart: boolean; isAtEnd: boolean }

/** Browsers round where they stop, so a few pixels count as there. */
const nearly = 4

export function slidePosition({ scrollLeft, visible, whole, starts }: Track): SlidePosition {
  const isAtStart = scrollLeft <= nearly
  const isAtEnd = scrollLeft + visible >= whole - nearly
  // On a wide screen the last slides never reach the left edge, yet someone who went on to the end has seen them.
  const current = isAtEnd && !isAtStart ? starts.length - 1 : nearest(starts, scrollLeft)
  return { current, isAtStart, isAtEnd }
}

/** How far to scroll for one slide on or back. */
export function slideStep(starts: readonly number[], visible: number): number {
  const [first, second] = starts
  return first === undefined || second === undefined ? visible : second - first
}

function nearest(starts: readonly number[], scrollLeft: number): number {
  const first = starts[0] ?? 0
  const distances = starts.map((start) => Math.abs(start - first - scrollLeft))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
