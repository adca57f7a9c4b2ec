import type { PageHandle } from '../layout/page-frame.ts'
import { pageTitle } from '../layout/page-meta.ts'
import { Button } from '../ui/button.tsx'
import { StickyBar } from '../ui/sticky-bar.tsx'
import { ToastsProvider } from '../ui/toasts.tsx'
import { Actions } from './actions.tsx'
import { ColoursAndType } from './colours-and-type.tsx'
import { Fields } from './fields.tsx'
import { Messages } from './messages.tsx'
import { Structure } from './structure.tsx'

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
