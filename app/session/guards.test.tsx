import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { AccessDenied } from './guards.tsx'

function draw(redirectTo?: string): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <AccessDenied message="Only for the owner." redirectTo={redirectTo} />
    </MemoryRouter>,
  )
}

test('a page without access says why, and leads home or where it was asked to lead', () => {
  expect(draw()).toContain('Only for the owner.')
  expect(draw()).toMatch(/Going to the home page in 5 s.*href="\/"/s)
  expect(draw('/shop')).toMatch(/Going to another page in 5 s.*href="\/shop"/s)
})
