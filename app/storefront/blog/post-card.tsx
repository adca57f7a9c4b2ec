import { RelativeTime } from '#app/components/relative-time.tsx'
import { ShopPicture } from '#app/components/shown-product.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ArrowRightIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import type { PostCard as PostCardData } from '#contract/content.ts'
import { postAddress } from './blog-addresses.ts'

type PostCardProps = {
  post: PostCardData
  now: Date
  /** The newest post takes two columns on wide screens. */
  size?: 'usual' | 'newest'
  /** The first picture that a visitor sees is loaded before all others. */
  isFirstSeen?: boolean
  heading?: 'h2' | 'h3'
}

const phoneSizes = '(min-width: 48rem) 46vw, (min-resolution: 2.1dppx) 60vw, 92vw'
const pictureSizes = {
  usual: `(min-width: 64rem) 24rem, ${phoneSizes}`,
  newest: `(min-width: 64rem) 48rem, ${phoneSizes}`,
}

export function PostCard({ post, now, size = 'usual', isFirstSeen, heading: Heading = 'h2' }: PostCardProps) {
  const isNewest = size === 'newest'
  return (
    <li
      className={classNames(
        'group relative flex flex-col overflow-hidden rounded-card border border-border bg-card shadow-card',
        isNewest && 'lg:col-span-2',
      )}
    >
      <ShopPicture
        picture={post.picture}
        alt=""
        ratio="16/9"
        sizes={pictureSizes[size]}
        priority={isFirstSeen}
        // Beside a usual card, the wide picture is only as high as that card leaves room for.
        className={isNewest ? 'lg:aspect-auto lg:min-h-72 lg:flex-1' : undefined}
      />
      <div className={classNames('flex flex-col gap-2 p-5', !isNewest && 'flex-1')}>
        <p className="text-sm text-muted-foreground">
          <RelativeTime at={post.createdAt} now={now} />
        </p>
        <Heading
          className={classNames(
            'text-xl text-foreground',
            isNewest
              ? 'max-lg:font-sans max-lg:font-semibold max-lg:tracking-normal lg:text-3xl'
              : sansHeading,
          )}
        >
          {post.title}
        </Heading>
        <p className="line-clamp-3 text-muted-foreground">{post.excerpt}</p>
        <Link
          to={postAddress(post.slug)}
          className="mt-auto inline-flex min-h-11 items-center gap-1.5 self-start font-semibold text-link group-hover:underline group-hover:underline-offset-3 after:absolute after:inset-0"
        >
          <span>
            Read more<span className="sr-only">: {post.title}</span>
          </span>
          <ArrowRightIcon size={20} />
        </Link>
      </div>
    </li>
  )
}

const sansHeading = 'font-sans font-semibold tracking-normal'
