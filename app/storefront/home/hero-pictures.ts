import type { Rendition } from '#app/ui/picture-source.ts'
import laptop960avif from './pictures/hero-laptop-960.avif'
import laptop960webp from './pictures/hero-laptop-960.webp'
import laptop1280avif from './pictures/hero-laptop-1280.avif'
import laptop1280webp from './pictures/hero-laptop-1280.webp'
import phone360avif from './pictures/hero-phone-360.avif'
import phone360webp from './pictures/hero-phone-360.webp'
import phone540avif from './pictures/hero-phone-540.avif'
import phone540webp from './pictures/hero-phone-540.webp'
import phone720avif from './pictures/hero-phone-720.avif'
import phone720webp from './pictures/hero-phone-720.webp'

type Cut = { avif: readonly Rendition[]; webp: readonly Rendition[] }

/** The products fill the frame of a phone. */
export const onPhones: Cut = {
  avif: [
    { url: phone360avif, width: 360 },
    { url: phone540avif, width: 540 },
    { url: phone720avif, width: 720 },
  ],
  webp: [
    { url: phone360webp, width: 360 },
    { url: phone540webp, width: 540 },
    { url: phone720webp, width: 720 },
  ],
}

export const onLaptops: Cut = {
  avif: [
    { url: laptop960avif, width: 960 },
    { url: laptop1280avif, width: 1280 },
  ],
  webp: [
    { url: laptop960webp, width: 960 },
    { url: laptop1280webp, width: 1280 },
  ],
}

/** For browsers that know neither format nor sizes. */
export const forAnyBrowser = phone720webp
