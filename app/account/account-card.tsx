import type { ReactNode } from 'react'
import sceneAvif from './shea-scene.avif'
import sceneWebp from './shea-scene.webp'

type AccountCardProps = { title: string; children: ReactNode; below?: ReactNode }

/** One short form on a card; on wide screens a picture stands beside it, which phones never load. */
export function AccountCard({ title, children, below }: AccountCardProps) {
  return (
    <div className="mx-auto grid max-w-store justify-center gap-10 px-gutter py-8 grid-cols-[minmax(0,25rem)] lg:grid-cols-[minmax(0,28rem)_25rem] lg:items-center lg:gap-18 lg:py-14">
      <picture className="hidden lg:block">
        <source type="image/avif" srcSet={sceneAvif} />
        <img
          src={sceneWebp}
          alt=""
          width={720}
          height={900}
          loading="lazy"
          className="aspect-4/5 w-full rounded-card bg-muted object-cover"
        />
      </picture>
      <div className="min-w-0">
        <h1>{title}</h1>
        <noscript>
          <p className="mt-4 rounded-control bg-warning-soft p-3 text-warning">
            Accounts need JavaScript. Switch it on in your browser, or order without an account.
          </p>
        </noscript>
        <div className="[@media(scripting:none)]:hidden">{children}</div>
        {below && <div className="mt-4 border-t border-border pt-3">{below}</div>}
      </div>
    </div>
  )
}

/** A link in a sentence under the form, high enough for a thumb. */
export const textLink =
  'inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4 hover:text-primary'
