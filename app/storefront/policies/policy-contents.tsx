import { ChevronDownIcon } from '#app/ui/icons.tsx'
import type { PolicySection } from '../content/policy.ts'

type PolicyContentsProps = { sections: PolicySection[]; place: 'in_text' | 'beside_text' }

const title = 'On this page'

/** Folded away above the text on phones, always open beside it on wide screens. */
export function PolicyContents({ sections, place }: PolicyContentsProps) {
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

function Places({ sections, className }: { sections: PolicySection[]; className: string }) {
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
