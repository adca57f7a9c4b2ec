import { useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { LeafIcon } from './icons.tsx'

export type PictureRatio = '4/5' | '16/9' | '1/1' | '4/3' | '10/9' | 'hero'

const ratios = {
  '4/5': 'aspect-4/5',
  '16/9': 'aspect-16/9',
  '1/1': 'aspect-square',
  '4/3': 'aspect-4/3',
  '10/9': 'aspect-10/9',
  hero: 'aspect-10/9 lg:aspect-4/3',
} satisfies Record<PictureRatio, string>

export type PictureProps = {
  source: PictureSource | null | undefined
  alt: string
  ratio: PictureRatio
  sizes?: string
  /** For the largest picture of the first view: loaded first and shown as soon as it comes. */
  priority?: boolean
  /** Where it is cropped last, in percent from its left and from its top. */
  focus?: { x: number; y: number }
  /** For other pictures of the first view. */
  eager?: boolean
  className?: string
}

export function Picture({ source, alt, ratio, className, ...loading }: PictureProps) {
  const box = classNames('relative overflow-hidden bg-muted', ratios[ratio], className)
  if (!source) {
    return (
      <div className={box}>
        <Missing alt={alt} />
      </div>
    )
  }
  const background = source.blur
    ? { backgroundImage: `url("${source.blur}")`, backgroundSize: 'cover' }
    : { backgroundColor: source.colour }
  return (
    <div className={box} style={background}>
      <Image key={source.src} source={source} alt={alt} {...loading} />
    </div>
  )
}

type ImageProps = Pick<PictureProps, 'alt' | 'sizes' | 'priority' | 'focus' | 'eager'> & {
  source: PictureSource
}

function Image({ source, alt, sizes, priority, focus, eager }: ImageProps) {
  const image = useRef<HTMLImageElement>(null)
  const [state, setState] = useState<'shown' | 'loading' | 'missing'>('shown')

  // The picture may have come or failed before any script ran.
  useEffect(() => {
    const { complete, naturalWidth, currentSrc } = image.current ?? {}
    if (complete && naturalWidth === 0 && currentSrc) setState('missing')
    if (complete === false && !priority) setState('loading')
  }, [priority])

  if (state === 'missing') return <Missing alt={alt} />
  const avif = sourceSet(source.avif)
  const webp = sourceSet(source.webp)
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={sizes} />}
      <img
        ref={image}
        src={source.src}
        alt={alt}
        width={source.width}
        height={source.height}
        loading={priority || eager ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding="async"
        onLoad={() => setState('shown')}
        onError={() => setState('missing')}
        style={focus && { objectPosition: `${focus.x}% ${focus.y}%` }}
        className={classNames(
          'absolute inset-0 size-full object-cover transition-opacity',
          state === 'loading' && 'opacity-0',
        )}
      />
    </picture>
  )
}

function Missing({ alt }: { alt: string }) {
  return (
    <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 bg-muted p-2 text-center text-xs text-muted-foreground">
      <LeafIcon className="mx-auto" />
      {alt}
    </span>
  )
}

export type Rendition = { url: string; width: number }

/** One picture in all its sizes; what a page needs to show it without shifting. */
export type PictureSource = {
  src: string
  width: number
  height: number
  avif?: readonly Rendition[]
  webp?: readonly Rendition[]
  /** The picture's main colour, shown until it is there. */
  colour?: string
  /** A tiny blurred copy as a data address, for the large pictures only. */
  blur?: string
}

export function sourceSet(renditions: readonly Rendition[] | undefined): string | undefined {
  if (!renditions || renditions.length === 0) return undefined
  return renditions.map(({ url, width }) => `${url} ${width}w`).join(', ')
}

/** A small picture of a product, beside its name. */
export function Thumbnail({ address, className }: { address: string | undefined; className?: string }) {
  const source = address ? { src: address, width: 160, height: 200 } : null
  return <Picture source={source} alt="" ratio="4/5" eager className={className} />
}
