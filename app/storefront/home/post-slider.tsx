import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { Section } from '#app/data/section.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#app/ui/icons.tsx'
import { NoPostsYet } from './no-posts-yet.tsx'
import { PostSlide, type SlidePost } from './post-slide.tsx'
import { useSlides } from './use-slides.ts'

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
  const { track, position, variant, go } = useSlides()
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
        onScroll={variant}
        className="relative mt-2 -mb-3 flex snap-x snap-mandatory scroll-px-(--gutter) gap-tiles overflow-x-auto overscroll-x-contain px-gutter py-3 [scrollbar-width:none]"
      >
        {posts.map((post, place) => (
          <PostSlide key={post.slug} post={post} now={now} label={`${place + 1} of ${posts.length}`} />
        ))}
      </div>
    </section>
  )
}
