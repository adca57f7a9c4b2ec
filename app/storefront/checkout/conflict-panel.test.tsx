import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { ConflictPanel } from './conflict-panel.tsx'
import type { Shortage } from './send-order.ts'

const short: Shortage = { productId: 1, name: 'Glow Serum', wanted: 3, left: 1, isSold: true }
const gone: Shortage = { productId: 2, name: 'Clay Mask', wanted: 1, left: 0, isSold: false }

function panelAbout(...lines: Shortage[]): string {
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <ConflictPanel
          conflict={{ kind: 'stock', short: lines }}
          asked={0}
          isBusy={false}
          onAgree={() => {}}
        />
      ),
    },
  ])
  return renderToString(<Page />)
}

test('what has left the shop is no longer sold, and not merely short', () => {
  expect(panelAbout(gone)).toContain('No longer sold')
  expect(panelAbout(gone)).toContain('Clay Mask is no longer sold.')
  expect(panelAbout(gone)).not.toContain('Not enough left')
})

test('where some of it is left, it is not enough, and each line says why', () => {
  const panel = panelAbout(short, gone)
  expect(panel).toContain('Not enough left')
  expect(panel).toContain('Only 1 of Glow Serum left, you wanted 3.')
  expect(panel).toContain('Clay Mask is no longer sold.')
})
