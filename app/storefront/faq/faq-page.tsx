import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { faqLead, faqTitle, questions } from '../content/faq.ts'
import { LinkedText, withoutLinks } from '../content/linked-text.tsx'
import type { Route } from './+types/faq-page.ts'

export function meta(args: Route.MetaArgs) {
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: 'FAQ', to: '/faq' },
  ]
  return [
    ...pageMeta(args, { title: faqTitle, description: faqLead }),
    {
      'script:ld+json': {
        '@context': 'https://schema.org',
        '@type': 'FAQPage',
        mainEntity: questions.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer.map(withoutLinks).join(' ') },
        })),
      },
    },
    breadcrumbList(publicUrlOf(args.matches), crumbs),
  ]
}

export default function FaqPage() {
  const rows = questions.map(({ id, question, answer }) => ({
    id,
    title: question,
    content: <Answer paragraphs={answer} />,
  }))
  return (
    <div className="mx-auto max-w-prose px-gutter pt-8 pb-section md:px-0 lg:pt-14">
      <h1>{faqTitle}</h1>
      <p className="mt-3 text-lg text-muted-foreground">{faqLead}</p>
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

function Answer({ paragraphs }: { paragraphs: string[] }) {
  return (
    <div className="grid gap-3">
      {paragraphs.map((text) => (
        <p key={text}>
          <LinkedText>{text}</LinkedText>
        </p>
      ))}
    </div>
  )
}
