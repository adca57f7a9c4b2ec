import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { buttonClass } from '#app/ui/button-class.ts'
import { PackageIcon } from '#app/ui/icons.tsx'

/** `mayComeBack`: the product may well exist, only it could not be loaded. */
export function ProductNotFound({ mayComeBack = false }: { mayComeBack?: boolean }) {
  const { pathname } = useLocation()
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <PackageIcon size={40} />
      </span>
      <h1>Product not found</h1>
      <p className="text-lg text-muted-foreground">
        {mayComeBack
          ? 'We could not load this product just now. Please try again in a moment.'
          : 'It may have left our shelves. There is more to discover in the shop.'}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        {mayComeBack && (
          <a href={pathname} className={buttonClass({ variant: 'secondary' })}>
            Try again
          </a>
        )}
        <ButtonLink to="/shop">Return to Shop</ButtonLink>
      </div>
    </div>
  )
}
