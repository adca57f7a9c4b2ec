/** A category as visitors meet it: the word in links, the name of one product, the heading of the shelf. */
export type Shelf = { slug: string; name: string; heading: string }

export function shelfAddress({ slug }: Pick<Shelf, 'slug'>): string {
  return `/shop?${new URLSearchParams({ category: slug })}`
}
