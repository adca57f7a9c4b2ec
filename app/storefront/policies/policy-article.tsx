import { useShopFacts } from '#app/data/shop-facts.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkedText } from '../content/linked-text.tsx'
import type { Fact, Policy, PolicySection } from '../content/policy.ts'
import { fillShopText } from '../content/shop-text.ts'
import { DeliveryFeesTable } from './delivery-fees-table.tsx'
import { PolicyContents } from './policy-contents.tsx'
import { PolicyTable } from './policy-table.tsx'

const home = [{ label: 'Home', to: '/' }]

export function PolicyArticle({ policy }: { policy: Policy }) {
  const { title, updated, summary, facts, sections } = policy
  return (
    <div className="mx-auto max-w-store px-gutter pt-2 pb-section lg:pt-6">
      <div className="print:hidden">
        <Breadcrumbs crumbs={home} current={title} />
      </div>
      <div className="mt-3 lg:mt-6 lg:grid lg:grid-cols-[minmax(0,45rem)_1fr] lg:gap-18">
        <article className="max-w-prose">
          <h1>{title}</h1>
          {updated && <p className="mt-2 text-muted-foreground">Last updated {updated}</p>}
          <p className="mt-3 text-lg text-muted-foreground">{summary}</p>
          <KeyFacts facts={facts} />
          <PolicyContents sections={sections} place="in_text" />
          {sections.map((section) => (
            <Section key={section.id} section={section} />
          ))}
          <Questions />
        </article>
        <PolicyContents sections={sections} place="beside_text" />
      </div>
    </div>
  )
}

function KeyFacts({ facts }: { facts: Fact[] }) {
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

function Section({ section }: { section: PolicySection }) {
  const { id, heading, paragraphs, list, table, kind } = section
  const [first, ...rest] = paragraphs
  return (
    <section aria-labelledby={id} className="prose mt-10 print:break-inside-avoid">
      <h2 id={id}>{heading}</h2>
      {first && <Paragraph words={first} />}
      {kind === 'delivery-fees' && <DeliveryFeesTable />}
      {rest.map((words) => (
        <Paragraph key={words} words={words} />
      ))}
      {list && (
        <ul>
          {list.map((words) => (
            <li key={words}>
              <LinkedText>{words}</LinkedText>
            </li>
          ))}
        </ul>
      )}
      {table && <PolicyTable caption={heading} {...table} />}
    </section>
  )
}

function Paragraph({ words }: { words: string }) {
  const facts = useShopFacts()
  return (
    <p>
      <LinkedText>{fillShopText(words, facts)}</LinkedText>
    </p>
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
