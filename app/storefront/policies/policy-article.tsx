import type { ReactNode } from 'react'
import type { MetaDescriptor } from 'react-router'
import { breadcrumbList } from '#app/components/breadcrumb-list.ts'
import { publicUrlOf } from '#app/components/page-addresses.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChevronDownIcon } from '#app/ui/icons.tsx'
import type { PageSection, PolicyView } from '#contract/content.ts'
import { ShopText } from '../content/shop-text.tsx'

const home = [{ label: 'Home', to: '/' }]

export function PolicyArticle({ policy, children }: { policy: PolicyView; children?: ReactNode }) {
  const { title, updated, lead, facts, intro, sections } = policy
  return (
    <div className="mx-auto max-w-store px-gutter pt-2 pb-section lg:pt-6">
      <div className="print:hidden">
        <Breadcrumbs crumbs={home} current={title} />
      </div>
      <div className="mt-3 lg:mt-6 lg:grid lg:grid-cols-[minmax(0,45rem)_1fr] lg:gap-18">
        <article className="max-w-prose">
          <h1>{title}</h1>
          {updated && <p className="mt-2 text-muted-foreground">Last updated {updated}</p>}
          {lead && <p className="mt-3 text-lg text-muted-foreground">{lead}</p>}
          {facts.length > 0 && <KeyFacts facts={facts} />}
          {sections.length > 1 && <PolicyContents sections={sections} place="in_text" />}
          {intro && <ShopText html={intro} className="prose mt-10" />}
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          {children}
          <Questions />
        </article>
        {sections.length > 1 && <PolicyContents sections={sections} place="beside_text" />}
      </div>
    </div>
  )
}

function KeyFacts({ facts }: { facts: PolicyView['facts'] }) {
  return (
    <section
      aria-label="Key facts"
      className="mt-6 rounded-card bg-muted p-5 print:border print:border-border print:p-3"
    >
      <dl className="grid grid-cols-2 gap-4">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-muted-foreground">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Section({ section: { id, heading, html } }: { section: PageSection }) {
  return (
    <section aria-labelledby={id} className="prose mt-10 print:break-inside-avoid">
      <h2 id={id}>{heading}</h2>
      <ShopText html={html} className="prose" />
    </section>
  )
}

function Questions() {
  return (
    <section
      aria-labelledby="questions"
      className="mt-10 rounded-card border border-border bg-card p-6 print:hidden"
    >
      <h2 id="questions" className="font-sans text-xl font-semibold tracking-normal">
        Any questions?
      </h2>
      <div className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/contact">Contact Us</ButtonLink>
        <ButtonLink variant="secondary" to="/track-order">
          Track Order
        </ButtonLink>
      </div>
    </section>
  )
}

type PolicyContentsProps = { sections: PageSection[]; place: 'in_text' | 'beside_text' }

const title = 'On this page'

/** Folded away above the text on phones, always open beside it on wide screens. */
function PolicyContents({ sections, place }: PolicyContentsProps) {
  if (place === 'in_text') {
    return (
      <nav aria-label={title} className="mt-4 lg:hidden print:hidden">
        <details className="group rounded-card border border-border bg-card">
          <summary className="flex min-h-14 list-none items-center justify-between rounded-card px-5 font-semibold [&::-webkit-details-marker]:hidden">
            {title}
            <ChevronDownIcon size={20} className="group-open:rotate-180" />
          </summary>
          <Places sections={sections} className="px-5 pb-3" />
        </details>
      </nav>
    )
  }
  return (
    <nav aria-label={title} className="hidden lg:block print:hidden">
      <div className="sticky top-24 border-l border-border pl-5">
        <p className="font-semibold">{title}</p>
        <Places sections={sections} className="mt-2 text-sm" />
      </div>
    </nav>
  )
}

function Places({ sections, className }: { sections: PageSection[]; className: string }) {
  return (
    <ol className={className}>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-11 items-center text-link underline-offset-3 hover:underline"
          >
            {heading}
          </a>
        </li>
      ))}
    </ol>
  )
}

export function policyMeta(
  args: Parameters<typeof pageMeta>[0],
  policy: PolicyView | undefined,
): MetaDescriptor[] {
  if (!policy) return []
  const { title, lead } = policy
  const crumbs = [
    { label: 'Home', to: '/' },
    { label: title, to: args.location.pathname },
  ]
  return [...pageMeta(args, { title, description: lead }), breadcrumbList(publicUrlOf(args.matches), crumbs)]
}
