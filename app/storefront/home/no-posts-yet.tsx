import { Picture } from '#app/ui/picture.tsx'
import avif720 from '../about/pictures/where-it-began-720.avif'
import webp720 from '../about/pictures/where-it-began-720.webp'
import avif1120 from '../about/pictures/where-it-began-1120.avif'
import webp1120 from '../about/pictures/where-it-began-1120.webp'

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

/** Stands in the slider's place until the first post is written. */
export function NoPostsYet() {
  return (
    <figure>
      <Picture
        source={stillLife}
        alt="A bowl of shea nuts with shea butter, a cocoa pod and Adom Beauty products in window light"
        ratio="16/9"
        sizes="(min-width: 75rem) 71rem, 92vw"
        className="rounded-card lg:aspect-[3/1]"
      />
      <figcaption className="mt-3 text-muted-foreground">Our first posts are being written.</figcaption>
    </figure>
  )
}
