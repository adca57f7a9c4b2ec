import { useEffect, useRef, useState } from 'react'
import { ShopPicture, type ShownPicture } from '#app/components/shown-product.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ZoomInIcon } from '#app/ui/icons.tsx'
import { showFocused } from '#app/ui/scrolling.ts'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'

const loadViewer = async () => (await import('./picture-viewer.tsx')).PictureViewer

type GalleryProps = { name: string; pictures: readonly ShownPicture[] }

/** As wide as the phone, half of a wide screen; a very sharp screen takes no larger file than a sharp one. */
const mainSizes = '(min-width: 64rem) 32rem, (min-resolution: 2.5dppx) 67vw, 100vw'

/** A row of pictures that a finger pushes on; the small ones below jump to theirs. */
export function Gallery({ name, pictures }: GalleryProps) {
  const row = useRef<HTMLUListElement>(null)
  const [shown, setShown] = useState(0)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const { Component: PictureViewer, fetchComponent } = useLazyComponent(loadViewer)

  const follow = () => {
    const { scrollLeft = 0, clientWidth = 1 } = row.current ?? {}
    setShown(Math.round(scrollLeft / clientWidth))
  }
  const show = (place: number) => {
    row.current?.scrollTo({ left: place * row.current.clientWidth })
    setShown(place)
  }
  const enlarge = async (place: number) => {
    if (await fetchComponent()) setEnlarged(place)
  }
  if (pictures.length === 0)
    return <ShopPicture picture={null} alt={name} ratio="4/5" className="rounded-card" />
  return (
    <section
      aria-label={`Pictures of ${name}`}
      className={classNames(
        'grid content-start gap-3',
        pictures.length > 1 && 'lg:grid-cols-[5rem_minmax(0,1fr)]',
      )}
    >
      <ul
        ref={row}
        onScroll={follow}
        className="flex snap-x snap-mandatory overflow-x-auto rounded-card [scrollbar-width:none] motion-safe:scroll-smooth lg:order-last"
      >
        {pictures.map((picture, place) => (
          <li key={keyOf(picture)} className="w-full flex-none snap-center">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => void enlarge(place)}
              className="focus-inside relative block w-full rounded-card bg-muted"
            >
              <ShopPicture
                picture={picture}
                ratio="4/5"
                sizes={mainSizes}
                priority={place === 0}
                className="main-picture rounded-card"
              />
              <span className="sr-only">, enlarge</span>
              <span className="absolute right-2 bottom-2 grid size-11 place-items-center rounded-full bg-card/85 text-primary">
                <ZoomInIcon size={20} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && <Thumbnails pictures={pictures} shown={shown} onShow={show} />}
      {PictureViewer && (
        <PictureViewer
          name={name}
          pictures={pictures}
          shown={enlarged}
          onShow={setEnlarged}
          onClose={() => setEnlarged(null)}
        />
      )}
    </section>
  )
}

type ThumbnailsProps = {
  pictures: readonly ShownPicture[]
  shown: number
  onShow(place: number): void
}

function Thumbnails({ pictures, shown, onShow }: ThumbnailsProps) {
  const row = useRef<HTMLUListElement>(null)

  // Where there are more than fit, they go along with the large ones.
  useEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = row.current ?? {}
    row.current?.scrollTo({ left: ((scrollWidth - clientWidth) * shown) / (pictures.length - 1) })
  }, [shown, pictures])

  return (
    <ul
      ref={row}
      onFocus={showFocused}
      className="flex gap-2 overflow-x-auto p-1 motion-safe:scroll-smooth lg:flex-col lg:gap-3"
    >
      {pictures.map((picture, place) => (
        <li key={keyOf(picture)} className="flex-none">
          <button
            type="button"
            aria-label={`Show picture ${place + 1} of ${pictures.length}`}
            aria-current={place === shown ? 'true' : undefined}
            onClick={() => onShow(place)}
            className={classNames(
              'block w-16 overflow-hidden rounded-control border-2 lg:w-18',
              place === shown ? 'border-primary' : 'border-transparent',
            )}
          >
            <ShopPicture picture={picture} alt="" ratio="4/5" sizes="4.5rem" upTo={160} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function keyOf(picture: ShownPicture): string {
  return 'src' in picture ? picture.src : picture.id
}
