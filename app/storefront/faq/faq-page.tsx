import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageRequestContext, shopContext } from '#app/data/shop-context.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ShopText, styledHtml } from '../content/shop-text.tsx'
import type { Route } from './+types/faq-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { pages, picturesAt } = context.get(shopContext)
  const faq = await pages.readFaq(context.get(pageRequestContext).report)
  return {
    ...faq,
    questions: faq.questions.map((row) => ({ ...row, html: styledHtml(row.html, { picturesAt }) })),
  }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return []
  const { title, lead, questions } = args.loaderData
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'FAQ', to: '/faq' },
  ]
  return [
    ...pageMeta(args, { title, description: lead }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, text }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text },
        })),
      },
    },
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function FaqPage({ loaderData: { title, lead, questions } }: Route.ComponentProps) {
  const rows = questions.map(({ id, question, html }) => ({
    id,
    title: question,
    content: <ShopText html={html} className="grid gap-3" />,
  }))
  return (
    <div className="mx-auto max-w-prose px-gutter pt-8 pb-section md:px-0 lg:pt-14">
      <h1>{title}</h1>
      {lead && <p className="mt-3 text-lg text-muted-foreground">{lead}</p>}
      <div className="mt-8">
        <Accordion rows={rows} />
      </div>
      <section aria-labelledby="ask-us" className="mt-10 rounded-card bg-muted p-6 text-center print:hidden">
        <h2 id="ask-us">Still have a question?</h2>
        <p className="mt-2 mb-5 text-muted-foreground">Send us a few lines. We are glad to help.</p>
        <ButtonLink to="/contact">Contact Us</ButtonLink>
      </section>
    </div>
  )
}
