import { Link } from 'react-router'
import { RelativeTime } from '#app/components/relative-time.tsx'
import { ShopPicture } from '#app/components/shop-picture.tsx'
import { showFocused } from '#app/ui/show-focused.ts'
import type { PostCard } from '#contract/blog.ts'
import { postAddress } from '../blog/blog-addresses.ts'

export type SlidePost = Pick<PostCard, 'slug' | 'title' | 'picture' | 'createdAt'>

type PostSlideProps = { post: SlidePost; now: Date; label: string }

export function PostSlide({ post, now, label }: PostSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms, and this is one slide of several.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      className="flex w-70 flex-none snap-start lg:w-[calc((100%-3*var(--tiles))/4)]"
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
