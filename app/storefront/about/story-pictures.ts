import type { PictureRatio, PictureSource, Rendition } from '#app/ui/picture.tsx'

type StoryPicture = { source: PictureSource; alt: string; ratio: PictureRatio }

/** Named after the band they stand beside, and their width: where-it-began-720.avif. */
const files = import.meta.glob<string>('./pictures/*.{avif,webp}', {
  eager: true,
  query: '?url',
  import: 'default',
})

const pictures: Record<string, { alt: string; colour: string; ratio: '4/3' | '1/1' }> = {
  'where-it-began': {
    alt: 'Shea nuts in a terracotta bowl on linen with shea butter, a cocoa pod and Adom Beauty products in window light',
    colour: '#B38C6B',
    ratio: '4/3',
  },
  'made-for-here': {
    alt: 'An open jar of Moringa Daily Moisturizer among moringa leaves',
    colour: '#B9BF92',
    ratio: '1/1',
  },
  'plants-we-know': {
    alt: 'Baobab & Vitamin C Serum with a baobab fruit, white baobab pulp and orange slices',
    colour: '#DBA35E',
    ratio: '1/1',
  },
  'from-us-to-you': {
    alt: 'Adom Beauty products grouped in front of a terracotta arch with a hibiscus flower and shea nuts',
    colour: '#F4D3B1',
    ratio: '4/3',
  },
}

export function findStoryPicture(band: string): StoryPicture | null {
  const picture = pictures[band]
  const avif = filesOf(band, 'avif')
  const webp = filesOf(band, 'webp')
  const largest = webp.at(-1)
  if (!picture || !largest) return null
  const { alt, colour, ratio } = picture
  const height = ratio === '1/1' ? largest.width : Math.round((largest.width * 3) / 4)
  return { alt, ratio, source: { src: largest.url, width: largest.width, height, avif, webp, colour } }
}

function filesOf(band: string, format: 'avif' | 'webp'): Rendition[] {
  return [360, 540, 720, 1120].flatMap((width) => {
    const url = files[`./pictures/${band}-${width}.${format}`]
    return url === undefined ? [] : [{ url, width }]
  })
}
