import { useShopFacts } from '#app/data/shop-facts.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ExternalLinkIcon } from '#app/ui/icons.tsx'
import { AreaMap } from './area-map.tsx'

export function FindUs() {
  const { shopName, contact } = useShopFacts()
  const place = encodeURIComponent(`${shopName}, ${contact.address}`)
  return (
    <section
      aria-label="Where to find us"
      className="overflow-hidden rounded-card border border-border bg-card shadow-card"
    >
      <AreaMap />
      <div className="p-5">
        <ButtonLink variant="secondary" wide to={`https://www.google.com/maps/search/?api=1&query=${place}`}>
          Open in Google Maps
          <ExternalLinkIcon size={20} />
        </ButtonLink>
      </div>
    </section>
  )
}
