import type { MouseEvent } from 'react'
import { data, useLocation } from 'react-router'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { DeliveryQuote } from '#app/components/delivery-quote.tsx'
import { publicUrlOf, usePublicUrl } from '#app/components/page-addresses.ts'
import { Price } from '#app/components/price.tsx'
import { Rating, SaveButton, StockLabel } from '#app/components/product-card.tsx'
import { isSample, largestAddress, productPath, type ShownDetails } from '#app/components/shown-product.tsx'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { type PageHandle, pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumbs, type Crumb } from '#app/ui/breadcrumbs.tsx'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { CheckIcon, CopyIcon, PackageIcon, ShareIcon, WhatsAppIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { Popover } from '#app/ui/popover.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useToasts } from '#app/ui/toasts.tsx'
import type { Choice } from '#contract/catalogue.ts'
import { formatDateAndTime } from '#rules/dates.ts'
import { formatGhs } from '#rules/money.ts'
import { readReviewPage } from '#rules/reviews.ts'
import { saleBadge } from '#rules/sale-price.ts'
import { shelfAddress } from '#rules/shelves.ts'
import type { Route } from './+types/product-page.ts'
import { BuyBox, Choices, SetContents } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { type ProductOnPage, productOffer, readProduct, readProductId } from './read-product.ts'
import { MoreProducts, ProductReviews, RecentlyViewed } from './reviews-and-more-products.tsx'

export const handle: PageHandle = { deliveryStrip: true }

type Found = { found: ProductOnPage | null; mayComeBack: boolean }

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const missing: Found = { found: null, mayComeBack: false }
  const id = readProductId(params.id)
  if (id === null) return data(missing, { status: 404 })
  try {
    const reviewPage = readReviewPage(new URL(request.url).searchParams.get('reviews'))
    const found = await readProduct(context.get(shopContext), id, reviewPage)
    return found ? data<Found>({ found, mayComeBack: false }) : data(missing, { status: 404 })
  } catch (error) {
    context.get(pageRequestContext).report(error)
    return data<Found>({ found: null, mayComeBack: true }, { status: 503 })
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const found = loaderData?.found
  if (!found) return pageMeta(args, { title: 'Product not found', hidden: true })
  const { product } = found
  if (isSample(product)) return pageMeta(args, { title: product.name, hidden: true })
  const publicUrl = publicUrlOf(args.matches)
  const [picture] = product.pictures
  const page = {
    title: product.name,
    description: `${formatGhs(product.price)}. ${product.description}`.slice(0, 300),
    image: picture && !('src' in picture) ? largestAddress(picture) : undefined,
  }
  const way = [...crumbsOf(found), { label: product.name, to: productPath(product) }]
  return [...pageMeta(args, page), productOffer(publicUrl, found), breadcrumbList(publicUrl, way)]
}

/** Whatever went wrong on the way, a visitor is led back to the shop. */
export function ErrorBoundary() {
  return <ProductNotFound mayComeBack />
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.found) return <ProductNotFound mayComeBack={loaderData.mayComeBack} />
  const { product, shelf, goesWith, related, reviews, reviewPage, choices } = loaderData.found
  return (
    <div className="mx-auto max-w-store px-gutter pb-section">
      <div className="crumbs-to-shelf">
        <Breadcrumbs crumbs={crumbsOf(loaderData.found)} current={product.name} />
      </div>
      <div className="relative mt-1 grid gap-4 lg:mt-2 lg:grid-cols-2 lg:gap-10">
        <Gallery key={product.id} name={product.name} pictures={product.pictures} />
        <Offer key={`offer-${product.id}`} product={product} category={shelf.name} choices={choices} />
      </div>
      <div className="mt-10 grid gap-10 border-t border-border pt-10 lg:mt-14 lg:gap-14 lg:pt-14">
        <KeyFacts product={product} />
        <ProductTabs product={product} />
        <ProductReviews product={product} reviews={reviews} page={reviewPage} />
        <MoreProducts title="Goes well with" products={goesWith} />
        <MoreProducts title="You may also like" products={related} />
      </div>
      <RecentlyViewed id={product.id} />
    </div>
  )
}

const longText = 'max-w-prose whitespace-pre-line wrap-anywhere'

type OfferProps = { product: ShownDetails; category: string; choices: readonly Choice[] }

function Offer({ product, category, choices }: OfferProps) {
  const sample = isSample(product)
  return (
    <div className="grid content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-3 lg:min-h-11">
        <p className="text-sm font-semibold tracking-widest text-muted-foreground uppercase">{category}</p>
        <SaveAndShare product={product} />
      </div>
      <h1 className="-mt-3 wrap-anywhere">{product.name}</h1>
      {product.rating !== null && (
        <a href="#reviews" className="-mt-2 flex min-h-11 items-center">
          <Rating product={product} />
        </a>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Price amount={product.price} regular={product.regularPrice} size="page" />
        {product.regularPrice && <Badge tone="pink">{saleBadge(product)}</Badge>}
        {sample ? <Badge>Sample</Badge> : <StockLabel stock={product.stock} />}
      </div>
      {product.saleEndsAt && (
        <p className="-mt-3 text-sm text-muted-foreground">
          This price holds until {formatDateAndTime(product.saleEndsAt)} GMT.
        </p>
      )}
      <Choices choices={choices} chosen={product.id} />
      <SetContents {...product} />
      <FactsLine product={product} />
      <p className={longText}>{product.description}</p>
      {sample ? (
        <p className="rounded-card bg-muted p-4">
          This is a sample of what we sell. It cannot be bought here.
        </p>
      ) : (
        <BuyBox product={product} />
      )}
      <DeliveryQuote />
    </div>
  )
}

/** On a phone both stand on the picture (`on-picture`), so that the name comes into the first view. */
function SaveAndShare({ product }: { product: ShownDetails }) {
  const url = `${usePublicUrl()}${productPath(product)}`
  if (isSample(product)) return null
  return (
    <div className="on-picture flex gap-2">
      <SaveButton
        product={product}
        label={<span>Save</span>}
        className="rounded-control px-3 hover:bg-muted"
      />
      <ShareButton text={`${product.name} – ${formatGhs(product.price)}`} url={url} />
    </div>
  )
}

function crumbsOf({ shelf }: Pick<ProductOnPage, 'shelf'>): Crumb[] {
  return [
    { label: 'Home', to: '/' },
    { label: 'Shop', to: '/shop' },
    ...(shelf.isHidden ? [] : [{ label: shelf.name, to: shelfAddress(shelf) }]),
  ]
}

/** Who made it, and what happens when it does not please. */
function FactsLine({ product }: { product: ShownDetails }) {
  return (
    <p className="text-sm text-muted-foreground">
      {product.brands}
      {product.fdaNumber && ` · FDA ${product.fdaNumber}`}
      {' · '}
      Opened or unopened returns: see{' '}
      <Link to="/returns-policy" className="text-link underline underline-offset-3">
        Returns & Refunds
      </Link>
    </p>
  )
}

/** The short of it, to be taken in at a glance. */
function KeyFacts({ product }: { product: ShownDetails }) {
  const { benefits, ingredients, howToUse } = product
  if (benefits.length + ingredients.length + howToUse.length === 0) return null
  return (
    <div className="grid gap-8 wrap-anywhere lg:grid-cols-3">
      {benefits.length > 0 && (
        <section>
          <h2 className="lg:text-3xl">Key Benefits</h2>
          <ul className="mt-3 grid gap-2">
            {benefits.map((benefit) => (
              <li key={benefit} className="flex gap-2">
                <CheckIcon size={20} className="mt-0.5 stroke-2 text-success" />
                {benefit}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ingredients.length > 0 && (
        <section>
          <h2 className="lg:text-3xl">Key Ingredients</h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {ingredients.map((ingredient) => (
              <li key={ingredient} className="rounded-full bg-muted px-3 py-1 text-sm">
                {ingredient}
              </li>
            ))}
          </ul>
        </section>
      )}
      {howToUse && (
        <section>
          <h2 className="lg:text-3xl">How to Use</h2>
          <p className="mt-3 whitespace-pre-line">{howToUse}</p>
        </section>
      )}
    </div>
  )
}

const notStated = 'Not stated'

/** The whole of it, one subject at a time. */
function ProductTabs({ product }: { product: ShownDetails }) {
  const { description, ingredients, howToUse } = product
  const tabs = [
    { id: 'description', label: 'Description', content: <p className={longText}>{description}</p> },
    {
      id: 'ingredients',
      label: 'Ingredients',
      content: <p className={longText}>{ingredients.join(', ') || notStated}</p>,
    },
    { id: 'how-to-use', label: 'How to Use', content: <p className={longText}>{howToUse || notStated}</p> },
  ]
  return <Tabs label={`More about ${product.name}`} tabs={tabs} />
}

/** `mayComeBack`: the product may well exist, only it could not be loaded. */
function ProductNotFound({ mayComeBack = false }: { mayComeBack?: boolean }) {
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

type ShareButtonProps = {
  /** What is shared, in a line that stands before the address in a chat. */
  text: string
  url: string
}

const row = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-medium hover:bg-muted'

/** Opens the phone's own share sheet; where there is none, offers WhatsApp and the link itself. */
function ShareButton({ text, url }: ShareButtonProps) {
  const toasts = useToasts()

  const share = (event: MouseEvent) => {
    if (typeof navigator.share !== 'function') return
    event.preventDefault()
    // Whoever closes the sheet without sharing has changed their mind: nothing to report.
    navigator.share({ title: text, text, url }).catch(() => {})
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toasts.show({ tone: 'success', title: 'Link copied' })
    } catch {
      toasts.show({ title: 'Copy this link', description: url })
    }
  }
  return (
    <Popover
      label="Share"
      button={(opening) => (
        <Button variant="ghost" onClick={share} {...opening}>
          <ShareIcon size={20} />
          <span>Share</span>
        </Button>
      )}
    >
      <a className={row} href={`https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`}>
        <WhatsAppIcon size={20} />
        WhatsApp
      </a>
      <button type="button" className={row} onClick={copy}>
        <CopyIcon size={20} />
        Copy link
      </button>
    </Popover>
  )
}
