import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { arrowTarget, Tabs } from './tabs.tsx'

test('arrows go round the tabs, Home and End to their ends', () => {
  expect(arrowTarget('ArrowRight', 2, 3)).toBe(0)
  expect(arrowTarget('ArrowLeft', 0, 3)).toBe(2)
  expect(arrowTarget('Home', 2, 3)).toBe(0)
  expect(arrowTarget('End', 0, 3)).toBe(2)
  expect(arrowTarget('a', 0, 3)).toBeNull()
})

test('before scripts run every panel is in the page with its heading, and each tab is a link to it', () => {
  const html = renderToStaticMarkup(
    <Tabs
      label="About this"
      tabs={[
        { id: 'description', label: 'Description', content: <p>Soft</p> },
        { id: 'ingredients', label: 'Ingredients', content: <p>Shea</p> },
      ]}
    />,
  )
  expect(html).toContain('href="#ingredients"')
  expect(html).toContain('<section id="ingredients"><h3>Ingredients</h3><p>Shea</p></section>')
  expect(html).not.toContain('role=')
  expect(html).not.toContain('hidden')
})
