import { tokenNames } from '#rules/colours.ts'
import { type PageHandle, pageTitle } from '../layout/page-meta-and-frame.ts'
import { Button } from '../ui/button.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { ToastsProvider } from '../ui/toasts.tsx'
import { Actions, Fields } from './controls.tsx'
import { Example } from './example.tsx'
import { Messages, Structure } from './structure-and-messages.tsx'

const variants = [
  { title: 'Light', copy: 'light', area: 'store', theme: 'light' },
  { title: 'Dark, for the back office', copy: 'dark', area: 'back', theme: 'dark' },
]

export const handle: PageHandle = { area: 'back', header: 'own' }

export function meta() {
  return [{ title: pageTitle([], 'Style guide') }]
}

/** Every piece in every state, for the people who build the pages. */
export default function StyleguidePage() {
  return (
    <main id="main">
      <h1 className="px-gutter pt-10">Style guide</h1>
      {variants.map(({ title, copy, area, theme }) => (
        <div
          key={copy}
          data-area={area}
          data-theme={theme}
          className="bg-background text-foreground"
          style={{ paddingBlock: 40 }}
        >
          <ToastsProvider>
            <div className="mx-auto grid gap-4 px-gutter" style={{ maxWidth: 1440 }}>
              <h2>
                {title}
                <span className="sr-only"> look</span>
              </h2>
              <div style={{ columns: '26rem', columnGap: '1rem' }}>
                <ColoursAndType />
                <Actions />
                <Fields copy={copy} />
                <Structure copy={copy} />
                <Messages copy={copy} />
              </div>
            </div>
          </ToastsProvider>
        </div>
      ))}
      <div style={{ height: 96 }} />
      <StickyBar>
        <strong className="text-lg whitespace-nowrap tabular-nums">Ghs 290.00</strong>
        <Button>Proceed to Checkout</Button>
      </StickyBar>
    </main>
  )
}

function ColoursAndType() {
  return (
    <>
      <Example title="Colours">
        <ul className="grid gap-2" style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))' }}>
          {tokenNames.map((name) => (
            <li key={name} className="grid gap-1 text-xs">
              <span
                className="min-h-11 rounded-control border border-border"
                style={{ background: `var(--${name})` }}
              />
              {name}
            </li>
          ))}
        </ul>
      </Example>
      <Example title="Type">
        <p className="font-serif text-primary" style={{ font: '500 var(--h1) / var(--h1-line) Fraunces' }}>
          Skin that glows, Ɔdɔ
        </p>
        <p className="font-serif text-primary" style={{ font: '500 var(--h2) / var(--h2-line) Fraunces' }}>
          Shop By Category, Ɛyɛ fɛ
        </p>
        <h3>Card heading in Onest, Kɔforidua, Ŋutsu</h3>
        <p className="text-lg">Lead: shea butter from the north, café au lait, 24 × 50 ml – “gentle”.</p>
        <p>Body: Ama Serwaa ordered two jars for Ghs 290.00 and pays the rider.</p>
        <p className="text-sm text-muted-foreground">Helper: for the rider and order updates only.</p>
        <p className="text-xs text-muted-foreground tabular-nums">Meta: 0123456789, 1111111111</p>
        <p>
          <a href="#type" className="text-link underline underline-offset-3">
            A link in a sentence
          </a>
        </p>
      </Example>
    </>
  )
}
