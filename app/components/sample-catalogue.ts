import { isSameCategory, listCategories } from '#rules/categories.ts'
import { type ProductSort, sortProducts } from '#rules/product-sorting.ts'
import { type SampleProduct, sampleProducts } from '#rules/sample-products.ts'
import { isSample, type ShownDetails, type ShownPicture, type ShownProduct } from './shown-product.tsx'

type SampleFilter = { category?: string | null; q?: string; sort?: ProductSort }

const pictureFiles = import.meta.glob<string>('./sample-pictures/*.webp', {
  eager: true,
  import: 'default',
  query: '?no-inline',
})

/** What the pages of a sample shop show while its own list is empty or cannot be read. */
export function listSamples({ category, q = '', sort = 'featured' }: SampleFilter = {}): ShownProduct[] {
  const found = sampleProducts.filter(
    (sample) => (!category || isSameCategory(sample.category, category)) && isAbout(sample, q),
  )
  return sortProducts(found, sort).map(toCard)
}

export function listSampleCategories(): string[] {
  return listCategories(sampleProducts)
}

export function findSample(id: number): ShownDetails | null {
  const sample = sampleProducts.find((each) => each.id === id)
  if (!sample || !isSample(sample)) return null
  const [card, picture] = [toCard(sample), pictureOf(sample)]
  return {
    ...card,
    picture,
    pictures: picture ? [picture] : [],
    description: sample.description,
    brands: sample.brands,
    howToUse: sample.how_to_use,
    benefits: sample.benefits,
    ingredients: sample.ingredients,
    fdaNumber: null,
  }
}

function isAbout({ name, category, description, ingredients }: SampleProduct, q: string): boolean {
  const text = [name, category, description, ...ingredients].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function toCard(sample: SampleProduct): ShownProduct {
  const { id, name, category, price, stock_quantity, featured, best_seller } = sample
  return {
    id,
    name,
    category,
    price,
    stock: stock_quantity,
    isFeatured: featured,
    isBestSeller: best_seller,
    picture: pictureOf(sample),
    rating: null,
    reviewCount: 0,
  }
}

function pictureOf({ slug, name }: SampleProduct): ShownPicture | null {
  const src = pictureFiles[`./sample-pictures/${slug}.webp`]
  return src ? { src, width: 480, height: 600, alt: name } : null
}
