import { data } from 'react-router'
import { ProductGrid } from '../components/product-card.tsx'
import { pageRequestContext, section, shopContext } from '../data/shop-context.ts'
import type { Route } from './+types/not-found-page.ts'
import { NotFound } from './error-pages.tsx'
import { pageMeta } from './page-meta-and-frame.ts'

const lookedThrough = 12
const offered = 4

/** A dead end is no place to leave a visitor: what others like to buy leads on. */
export async function loader({ context }: Route.LoaderArgs) {
  const listed = context.get(shopContext).catalogue.listFeatured(lookedThrough)
  const found = await section(listed, context.get(pageRequestContext).report)
  const products = found.ok ? found.value : []
  const bestSellersFirst = products.toSorted(
    (one, other) => Number(other.isBestSeller) - Number(one.isBestSeller),
  )
  return data({ products: bestSellersFirst.slice(0, offered) }, { status: 404 })
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Page Not Found',
    description: 'There is no page at this address.',
    hidden: true,
  })
}

export default function NotFoundPage({ loaderData: { products } }: Route.ComponentProps) {
  return (
    <NotFound>
      {products.length > 0 && (
        <section aria-labelledby="best-sellers" className="pt-section">
          <h2 id="best-sellers">Best sellers</h2>
          <ProductGrid products={products} columns={4} heading="h3" className="mt-5 md:grid-cols-4 lg:mt-8" />
        </section>
      )}
    </NotFound>
  )
}
