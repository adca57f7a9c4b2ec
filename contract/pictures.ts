/** A picture of the shop as a page needs it. Its files lie at `pictureAddress(id, width, format)`. */
export type PictureData = {
  id: string
  alt: string
  /** The natural size of the largest file. */
  width: number
  height: number
  /** Fills the frame until the picture is there. */
  colour: string
  /** A tiny blurred version as a data address, for pictures that are seen first. */
  blur: string | null
  widths: number[]
  /** The smaller AVIF files are made in the background, a moment after the upload. */
  hasAvif: boolean
}
