import { useLayoutEffect, useRef, useState } from 'react'
import { ShopPicture, type ShownPicture } from '#app/components/shown-product.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon, MinusIcon, XIcon, ZoomInIcon } from '#app/ui/icons.tsx'
import { useModal } from '#app/ui/use-modal.ts'

type PictureViewerProps = {
  name: string
  pictures: readonly ShownPicture[]
  /** Which one fills the screen; null while none does. */
  shown: number | null
  onShow(place: number): void
  onClose(): void
}

/** One picture on the whole screen. Fingers may spread it; a button does the same for everyone else. */
export function PictureViewer({ name, pictures, shown, onShow, onClose }: PictureViewerProps) {
  const { props, leave } = useModal({ open: shown !== null, onClose })
  const picture = shown === null ? undefined : pictures[shown]
  return (
    <dialog
      {...props}
      aria-label={`Pictures of ${name}`}
      className="m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-background text-foreground"
    >
      {picture && shown !== null && (
        <div className="flex h-full flex-col">
          <div className="flex flex-none items-center justify-between gap-2 px-2 py-1">
            <p role="status" className="px-2 text-sm tabular-nums">
              Picture {shown + 1} of {pictures.length}
            </p>
            <IconButton label="Close" onClick={leave} data-first-focus="">
              <XIcon />
            </IconButton>
          </div>
          <LargePicture key={shown} picture={picture} />
          {pictures.length > 1 && (
            <div className="flex flex-none justify-center gap-6 px-2 pt-1 pb-[max(0.5rem,env(safe-area-inset-bottom))]">
              <IconButton
                variant="card"
                label="Previous picture"
                disabled={shown === 0}
                onClick={() => onShow(shown - 1)}
              >
                <ChevronLeftIcon />
              </IconButton>
              <IconButton
                variant="card"
                label="Next picture"
                disabled={shown === pictures.length - 1}
                onClick={() => onShow(shown + 1)}
              >
                <ChevronRightIcon />
              </IconButton>
            </div>
          )}
        </div>
      )}
    </dialog>
  )
}

function LargePicture({ picture }: { picture: ShownPicture }) {
  const [isLarge, setLarge] = useState(false)
  const frame = useRef<HTMLElement>(null)

  // The middle of the picture stays in the middle of the screen.
  useLayoutEffect(() => {
    const { current } = frame
    if (!current || !isLarge) return
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2
  }, [isLarge])

  return (
    <div className="relative min-h-0 flex-1">
      <section
        ref={frame}
        aria-label="Enlarged picture"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an enlarged picture is moved with the arrow keys.
        tabIndex={0}
        className="focus-inside size-full overflow-auto touch-manipulation"
      >
        <div
          className={classNames(
            'mx-auto grid min-h-full content-center',
            isLarge ? 'w-[200%] max-w-[75rem]' : 'w-full max-w-[min(40rem,calc((100dvh-7.5rem)*0.8))]',
          )}
        >
          <ShopPicture
            picture={picture}
            ratio="4/5"
            sizes={isLarge ? '75rem' : '(min-width: 40rem) 40rem, 100vw'}
            eager
          />
        </div>
      </section>
      <span className="absolute right-3 bottom-3">
        <IconButton
          variant="card"
          label="Larger picture"
          aria-pressed={isLarge}
          onClick={() => setLarge(!isLarge)}
        >
          {isLarge ? <MinusIcon /> : <ZoomInIcon />}
        </IconButton>
      </span>
    </div>
  )
}
