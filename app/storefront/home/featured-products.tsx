import { ProductGrid } from '#app/components/product-grid.tsx'
import type { ShownProduct } from '#app/components/shown-product.ts'
import { ButtonLink } from '#app/ui/button.tsx'

export function FeaturedProducts({ products }: { products: readonly ShownProduct[] }) {
  return (
    <section
      aria-labelledby="featured"
      className="mx-auto max-w-store px-gutter pt-section [contain-intrinsic-size:auto_52rem] [content-visibility:auto] lg:[contain-intrinsic-size:auto_40rem]"
    >
      <h2 id="featured">Featured products</h2>
      <ProductGrid products={products} columns={4} heading="h3" className="mt-5 md:grid-cols-4 lg:mt-8" />
      <div className="mt-8 flex justify-center">
        <ButtonLink to="/shop" variant="secondary" className="max-sm:w-full">
          See all products
        </ButtonLink>
      </div>
    </section>
  )
}
