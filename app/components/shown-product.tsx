import type { ProductCard, ProductDetails } from '#contract/catalogue.ts'
import type { CardPicture, PictureData, PictureFiles } from '#contract/codecs.ts'
import { avifWidths, type PictureFormat, pictureAddress } from '#rules/web-address.ts'
import { usePicturesAt } from '../data/shop-facts.ts'
import { Picture, type PictureProps, type PictureSource } from '../ui/picture.tsx'

/** A product on a card: one of the shop, or a sample. */
export type ShownProduct = Omit<ProductCard, 'picture'> & { picture: ShownPicture | CardPicture | null }

export type ShownDetails = Omit<
  ProductDetails,
  | 'picture'
  | 'pictures'
  | 'createdAt'
  | 'updatedAt'
  | 'isHidden'
  | 'formParts'
  | 'companions'
  | 'goesWith'
  | 'isWithBought'
  | 'choices'
  | 'choiceNote'
  | 'isFrom'
> & {
  picture: ShownPicture | null
  pictures: ShownPicture[]
}

/** No product of the shop is numbered below zero. */
export function isSample({ id }: { id: number }): boolean {
  return id < 0
}

export function productPath({ id }: { id: number }): string {
  return `/product/${id}`
}

/** A picture from the shop's own store, or one that came with the pages, as the samples' do. */
export type ShownPicture = PictureData | (PictureSource & { alt: string })

type ShopPictureProps = Omit<PictureProps, 'source' | 'alt'> & {
  /** No file wider than this is offered: a small frame needs no large ones. */
  upTo?: number
} & (
    | {
        picture: ShownPicture | null
        /** Read out instead of the picture's own text, or in the place of a missing picture. */
        alt?: string
      }
    | {
        picture: CardPicture | ShownPicture | null
        /** The picture of a card has no text of its own. */
        alt: string
      }
  )

/** A picture of a product, a post or a person, in the size that the screen needs. */
export function ShopPicture({ picture, alt, upTo, ...props }: ShopPictureProps) {
  const place = usePicturesAt()
  const source = picture && ('src' in picture ? picture : pictureSource(picture, place, upTo))
  const ownText = picture && 'alt' in picture ? picture.alt : ''
  return <Picture {...props} source={source} alt={alt ?? ownText} />
}

function pictureSource(
  picture: CardPicture & { blur?: PictureData['blur'] },
  place: string,
  upTo = Number.POSITIVE_INFINITY,
): PictureSource {
  const { id, width, height, hasAvif, colour, blur } = picture
  const fitting = picture.widths.filter((each) => each <= upTo)
  const widths = fitting.length > 0 ? fitting : [Math.min(...picture.widths)]
  const files = (format: PictureFormat, each: readonly number[]) =>
    each.map((one) => ({ url: pictureAddress(id, one, format, place), width: one }))
  return {
    src: pictureAddress(id, Math.max(...widths), 'webp', place),
    width,
    height,
    avif: hasAvif ? files('avif', avifWidths(widths)) : undefined,
    webp: files('webp', widths),
    colour,
    blur: blur ?? undefined,
  }
}

/** For link cards and search engines, which ask for one address. */
export function largestAddress({ id, widths }: PictureFiles): string {
  return pictureAddress(id, Math.max(...widths), 'webp')
}

/** For the cart and other places with thumbnails. */
export function smallestAddress(picture: ShownPicture | PictureFiles): string {
  if ('src' in picture) return picture.src
  return pictureAddress(picture.id, Math.min(...picture.widths), 'webp')
}
