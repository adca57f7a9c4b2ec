type Page = { products: readonly { id: number }[]; pages: number }

type Catalogue = { list(filter: { sort: 'newest'; limit: number; page: number }): Promise<Page> }

const atOnce = 1_000

/** A search engine reads at most 50 000 addresses of one list; the newest products come first. */
const pagesAtMost = 40

export async function listProductIds(catalogue: Catalogue): Promise<number[]> {
  const ids: number[] = []
  for (let page = 1; page <= pagesAtMost; page++) {
    const { products, pages } = await catalogue.list({ sort: 'newest', limit: atOnce, page })
    ids.push(...products.map(({ id }) => id))
    if (page >= pages) break
  }
  return ids
}
