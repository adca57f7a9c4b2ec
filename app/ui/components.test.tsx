import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { Button } from './button.tsx'
import { ChipLink } from './chip.tsx'
import { Combobox } from './combobox.tsx'
import { TextField } from './field.tsx'
import { ErrorSummary } from './form-errors.tsx'
import { Pagination } from './pagination.tsx'
import { Picture } from './picture.tsx'
import { ProgressSteps, type StepState } from './progress-steps.tsx'
import { QuantityStepper } from './quantity-stepper.tsx'
import { RadioCards } from './radio-cards.tsx'
import { Stars } from './stars.tsx'
import { StarsInput } from './stars-input.tsx'
import { Table } from './table.tsx'

const page = (content: ReactNode) => renderToStaticMarkup(<MemoryRouter>{content}</MemoryRouter>)
const count = (html: string, piece: string) => html.split(piece).length - 1

test('a busy button says its busy word and hides its own', () => {
  const html = page(
    <Button busy busyLabel="Processing...">
      Place Order
    </Button>,
  )
  expect(html).toContain('aria-busy="true"')
  expect(html).toMatch(/<span class="[^"]*invisible[^"]*">Place Order/)
  expect(html).toMatch(/<\/svg>Processing\.\.\.<\/span>/)
})

test('a button that cannot be pressed can still be reached and tells its reason', () => {
  const html = page(
    <Button disabled reason="Choose a town first">
      Next
    </Button>,
  )
  expect(html).toContain('aria-disabled="true"')
  expect(html).not.toContain('disabled=""')
  const reason = /aria-describedby="([^"]+)"/.exec(html)?.[1]
  expect(html).toContain(`id="${reason}"`)
})

test('a field is tied to its label, its help and its error', () => {
  const html = page(
    <TextField id="phone" label="Phone" help="For the rider" error="Phone number is required" optional />,
  )
  expect(html).toContain('<label for="phone"')
  expect(html).toContain('(optional)')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('aria-describedby="phone-help phone-error"')
})

test('a field without help or error points at nothing', () => {
  expect(page(<TextField id="name" label="Full name" />)).not.toContain('aria-describedby')
})

test('until scripts run the browser suggests the towns', () => {
  const html = page(<Combobox id="city" label="City" suggestions={[{ text: 'Osu, Accra' }]} />)
  expect(html).toContain('list="city-list"')
  expect(html).toContain('<datalist id="city-list"><option value="Osu, Accra">Osu, Accra</option></datalist>')
  expect(html).not.toContain('role="combobox"')
})

test('radio cards without a choice have nothing chosen, and with one exactly one', () => {
  const cards = [
    { value: 'a', title: 'First' },
    { value: 'b', title: 'Second' },
  ]
  expect(page(<RadioCards name="way" label="Way" cards={cards} />)).not.toContain('checked=""')
  expect(
    count(page(<RadioCards name="way" label="Way" cards={cards} defaultValue="b" />), 'checked=""'),
  ).toBe(1)
})

test('at one piece there is no less, at the last piece no more, and the limit is said', () => {
  const one = page(<QuantityStepper itemName="Shea Butter" value={1} max={4} onChange={() => {}} />)
  expect(one).toContain('aria-label="Decrease quantity of Shea Butter" aria-disabled="true"')
  const last = page(
    <QuantityStepper
      itemName="Shea Butter"
      value={4}
      max={4}
      limitText="The last four"
      onChange={() => {}}
    />,
  )
  expect(last).toContain('aria-label="Increase quantity of Shea Butter" aria-disabled="true"')
  expect(last).toContain('The last four')
})

test('stars are read as one rating, and given as five choices with five stars chosen', () => {
  expect(page(<Stars rating={4} />)).toContain('role="img" aria-label="Rated 4 out of 5"')
  const input = page(<StarsInput name="rating" label="Your rating" />)
  expect(input).toContain('aria-label="1 star"')
  expect(input).toMatch(/checked=""[^>]*value="5"|value="5"[^>]*checked=""/)
})

test('a picture offers AVIF before WebP and keeps its space', () => {
  const renditions = [{ url: '/a-320.avif', width: 320 }]
  const html = page(
    <Picture
      source={{
        src: '/a.jpg',
        width: 1280,
        height: 1600,
        avif: renditions,
        webp: renditions,
        colour: '#eee',
      }}
      alt="Serum, front"
      ratio="4/5"
    />,
  )
  expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('image/webp'))
  expect(html).toContain('srcSet="/a-320.avif 320w"')
  expect(html).toContain('width="1280" height="1600" loading="lazy"')
})

test('the first picture of a page is never lazy, and a missing one keeps its words', () => {
  const source = { src: '/a.jpg', width: 8, height: 10 }
  const first = page(<Picture source={source} alt="Serum" ratio="4/5" priority />)
  expect(first).toContain('fetchPriority="high"')
  expect(first).not.toContain('lazy')
  expect(page(<Picture source={null} alt="Serum, front" ratio="4/5" />)).toContain('Serum, front')
})

test('a table keeps its roles and names every cell for its card', () => {
  const html = page(
    <Table
      caption="Orders"
      rows={[{ code: 'K7P2QX', total: 'Ghs 290.00' }]}
      rowKey={(row) => row.code}
      sorting={{ key: 'total', direction: 'descending', onSort: () => {} }}
      columns={[
        { key: 'code', heading: 'Code', cell: (row) => row.code, part: 'title' },
        { key: 'total', heading: 'Total', cell: (row) => row.total, sortable: true },
      ]}
    />,
  )
  expect(html).toContain('<caption class="sr-only">Orders</caption>')
  expect(html).toContain('aria-sort="descending"')
  expect(html).toContain('role="cell" data-label="Total"')
  expect(count(html, 'scope="col"')).toBe(2)
})

test('the ends of a list have no way on but keep their place', () => {
  const html = page(<Pagination page={1} pageSize={50} total={120} linkTo={(to) => `?page=${to}`} />)
  expect(html).toContain('Showing 1 to 50 of 120 results')
  expect(html).toContain('href="?page=2"')
  expect(html).toContain('role="link" aria-disabled="true" tabindex="0"')
})

test('an empty list has no pages', () => {
  expect(page(<Pagination page={1} pageSize={50} total={0} linkTo={(to) => `?page=${to}`} />)).toBe('')
})

test('each step says in words where it stands', () => {
  const html = page(
    <ProgressSteps
      label="Progress"
      percent={33}
      steps={[
        { label: 'Pending', state: 'done' },
        { label: 'Processing', state: 'current' },
        { label: 'Shipped', state: 'to come' },
      ]}
      apart={{ label: 'Cancelled', state: 'to come' }}
    />,
  )
  expect(html).toContain('role="progressbar" aria-label="Progress" aria-valuenow="33"')
  expect(count(html, 'aria-current="step"')).toBe(1)
  expect(html).toContain('Pending<span class="sr-only">, done</span>')
  expect(count(html, '<li')).toBe(4)
})

test('a step apart looks like a state only once it is reached', () => {
  const shown = (state: StepState) =>
    page(<ProgressSteps label="Progress" percent={66} steps={[]} apart={{ label: 'Cancelled', state }} />)
  expect(shown('current')).toMatch(/border-destructive[^>]*>Cancelled</)
  expect(shown('muted')).toMatch(/–<\/span><span[^>]*text-muted-foreground[^>]*>Cancelled</)
})

test('a summary links each error to its field and is absent when nothing is wrong', () => {
  expect(page(<ErrorSummary errors={[{ id: 'city', message: 'City is required' }]} />)).toMatch(
    /<h2[^>]*>There is a problem<\/h2>.*href="#city"[^>]*>City is required/,
  )
  expect(page(<ErrorSummary errors={[]} />)).toBe('')
})

test('a chosen chip that is a link says so', () => {
  expect(
    page(
      <ChipLink to="?category=serum" selected>
        Serum
      </ChipLink>,
    ),
  ).toContain('aria-current="true"')
})
