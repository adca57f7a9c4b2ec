import { Link } from 'react-router'
import { shopName } from '../../rules/shop-facts.ts'

export function Wordmark() {
  return (
    <Link
      to="/"
      aria-label={`${shopName}, home`}
      className="flex min-h-11 items-center rounded-control px-1 font-serif text-2xl tracking-tight whitespace-nowrap text-primary"
    >
      {shopName}
    </Link>
  )
}
