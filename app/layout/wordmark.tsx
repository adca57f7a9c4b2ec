import { Link } from 'react-router'
import { useShopFacts } from '../data/shop-facts.ts'

export function Wordmark() {
  const { shopName } = useShopFacts()
  return (
    <Link
      to="/"
      aria-label={`${shopName}, home`}
      className="min-w-0 shrink-[999] truncate rounded-control px-1 font-serif text-2xl leading-11 tracking-tight text-primary"
    >
      {shopName}
    </Link>
  )
}
