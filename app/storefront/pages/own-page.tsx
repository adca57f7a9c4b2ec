import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ShopText, styledHtml } from '../content/shop-text.tsx'
import type { Route } from './+types/own-page.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { pages, picturesAt } = context.get(shopContext)
  const page = await pages.findOwn(params.slug)
  if (page === null) throw new Response(null, { status: 404 })
  return { ...page, html: styledHtml(page.html, { picturesAt, heading: page.title }) }
}

const home = [{ label: 'Home', to: '/' }]

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { title, lead } = args.loaderData
  const crumbs = [...home, { label: title, to: args.location.pathname }]
  return [...pageMeta(args, { title, description: lead }), breadcrumbList(publicUrlOf(args.matches), crumbs)]
}

/** A page that the owner has written. */
export default function OwnPage({ loaderData: { title, lead, html } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-store px-gutter pt-2 pb-section lg:pt-6">
      <div className="print:hidden">
        <Breadcrumbs crumbs={home} current={title} />
      </div>
      <article className="mt-3 max-w-prose lg:mt-6">
        <h1>{title}</h1>
        {lead && <p className="mt-3 text-lg text-muted-foreground">{lead}</p>}
        <ShopText html={html} className="prose mt-8 text-lg" />
      </article>
    </div>
  )
}
