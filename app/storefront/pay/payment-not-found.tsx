import { ButtonLink } from '#app/ui/button.tsx'
import { SearchIcon } from '#app/ui/icons.tsx'

export function PaymentNotFound() {
  return (
    <div className="mx-auto grid max-w-form justify-items-center gap-4 px-gutter py-10 text-center lg:py-18">
      <span className="grid size-24 place-items-center rounded-full bg-muted text-terracotta">
        <SearchIcon size={40} />
      </span>
      <h1>Payment not found</h1>
      <p className="text-lg text-muted-foreground">
        The link may be incomplete. With your tracking code you see how your order and its payment stand.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <ButtonLink to="/track-order">Track your order</ButtonLink>
        <ButtonLink variant="secondary" to="/shop">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  )
}
