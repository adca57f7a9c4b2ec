import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DocumentKind, documentNumber, documentsDue, readRate, showRate, taxesIn } from './receipts.ts'

const vat = { name: 'VAT', rate: 1_500, onLevies: false }
const nhil = { name: 'NHIL', rate: 250, onLevies: false }
const getFund = { name: 'GETFund', rate: 250, onLevies: false }

const amounts = (total: number, rows: Parameters<typeof taxesIn>[1]) => {
  const { net, taxes } = taxesIn(total, rows)
  return [net, ...taxes.map(({ amount }) => amount)]
}

test('since 2026 all three of Ghana are computed on the value: a sixth of the price is tax', () => {
  expect(amounts(12_000, [vat, nhil, getFund])).toEqual([10_000, 1_500, 250, 250])
})

test('before, VAT was computed on the value with the levies', () => {
  const covid = { name: 'COVID-19 levy', rate: 100, onLevies: false }
  const before = [nhil, getFund, covid, { ...vat, onLevies: true }]
  expect(amounts(12_190, before)).toEqual([10_000, 250, 250, 100, 1_590])
})

test('without rows there is no tax, and nothing contains nothing', () => {
  expect(taxesIn(4_711, [])).toEqual({ net: 4_711, taxes: [] })
  expect(amounts(0, [vat, nhil])).toEqual([0, 0, 0])
})

const taxRow = fc.record({
  name: fc.constant('tax'),
  rate: fc.integer({ min: 1, max: 5_000 }),
  onLevies: fc.boolean(),
})

test('value and taxes add up to the amount, each less than a pesewa from its exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2_000_000_000 }),
      fc.array(taxRow, { maxLength: 5 }),
      (total, rows) => {
        const [net = 0, ...taxes] = amounts(total, rows)
        expect(taxes.reduce((sum, amount) => sum + amount, net)).toBe(total)
        const levies = rows.reduce((sum, row) => sum + (row.onLevies ? 0 : row.rate / 10_000), 1)
        const rest = rows.reduce((sum, row) => sum + (row.onLevies ? row.rate / 10_000 : 0), 1)
        const value = total / levies / rest
        expect(Math.abs(net - value)).toBeLessThan(1.001)
        for (const [place, { rate, onLevies }] of rows.entries()) {
          const exact = (value * (onLevies ? levies : 1) * rate) / 10_000
          expect(Math.abs((taxes[place] ?? Number.NaN) - exact)).toBeLessThan(1.001)
        }
      },
    ),
  )
})

test('a rate is a percentage with two digits at most', () => {
  expect(['15', '2.5', ' 0.01 ', '50', '50.01', '0', '-1', '2.555', '1e1', 'much'].map(readRate)).toEqual([
    1_500,
    250,
    1,
    5_000,
    ...Array(6).fill(null),
  ])
  expect([showRate(250), showRate(1_500)]).toEqual(['2.5 %', '15 %'])
})

const due = (input: Partial<Parameters<typeof documentsDue>[0]>) =>
  documentsDue({ standing: null, isSold: true, isPaid: false, isAsked: false, ...input })

test('a receipt comes by itself, an invoice when somebody wants it', () => {
  expect(due({})).toEqual([])
  expect(due({ isPaid: true })).toEqual(['receipt'])
  expect(due({ isAsked: true })).toEqual(['invoice'])
  expect(due({ isAsked: true, isSold: false })).toEqual([])
})

test('an invoice that was paid gets one receipt', () => {
  const standing = { kind: 'invoice', isSame: true, isReceipted: false } as const
  expect(due({ standing })).toEqual([])
  expect(due({ standing, isPaid: true })).toEqual(['receipt'])
  expect(due({ standing: { ...standing, isReceipted: true }, isPaid: true, isAsked: true })).toEqual([])
})

test('a changed order gets a credit note and a new document, a cancelled one the credit note alone', () => {
  const standing = { kind: 'receipt', isSame: false, isReceipted: false } as const
  expect(due({ standing, isPaid: true })).toEqual(['credit_note', 'receipt'])
  expect(due({ standing })).toEqual(['credit_note', 'invoice'])
  expect(due({ standing, isSold: false })).toEqual(['credit_note'])
  expect(due({ standing: { ...standing, isSame: true }, isSold: false })).toEqual(['credit_note'])
})

test('whatever happens to an order, what stands says what it is, and asking again adds nothing', () => {
  const moment = fc.record({
    contents: fc.integer({ min: 0, max: 3 }),
    isPaid: fc.boolean(),
    isAsked: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 12 }), (moments) => {
      const books = openBooks()
      for (const { contents, isAsked, ...moment } of moments) {
        // Who pays nothing has paid nothing.
        const isPaid = moment.isPaid && contents > 0
        const before = books.standing()
        books.settle({ contents, isPaid, isAsked })
        expect(books.settle({ contents, isPaid, isAsked })).toEqual([])
        const needed = contents > 0 && (before !== null || isPaid || isAsked)
        expect(books.standing()?.contents ?? null).toBe(needed ? contents : null)
        expect(books.sum()).toBe(needed ? contents : 0)
      }
    }),
  )
})

type Written = { kind: DocumentKind; contents: number; of: number | null }

/** Documents as the shop writes them; `contents` stands for all that is in an order, 0 for nothing. */
function openBooks() {
  const written: Written[] = []
  const standing = () => {
    const last = written.findLast(({ kind, of }) => kind !== 'credit_note' && of === null)
    const number = last ? written.indexOf(last) : -1
    const isTakenBack = written.some(({ kind, of }) => kind === 'credit_note' && of === number)
    return last && !isTakenBack ? { ...last, number } : null
  }
  return {
    standing,
    /** What was sold, by the documents that say so. */
    sum: () =>
      written.reduce((sum, { kind, contents, of }) => {
        if (kind === 'credit_note') return sum - contents
        return of === null ? sum + contents : sum
      }, 0),
    settle({ contents, isPaid, isAsked }: { contents: number; isPaid: boolean; isAsked: boolean }) {
      const stands = standing()
      const kinds = documentsDue({
        standing: stands && {
          kind: stands.kind === 'invoice' ? 'invoice' : 'receipt',
          isSame: stands.contents === contents,
          isReceipted: written.some(({ kind, of }) => kind === 'receipt' && of === stands.number),
        },
        isSold: contents > 0,
        isPaid,
        isAsked,
      })
      for (const kind of kinds) {
        const now = standing()
        written.push({
          kind,
          contents: kind === 'credit_note' ? (now?.contents ?? 0) : contents,
          of: now?.number ?? null,
        })
      }
      return kinds
    },
  }
}

test('numbers have six digits, and more when they need them', () => {
  expect([documentNumber(7), documentNumber(1_234_567)]).toEqual(['000007', '1234567'])
})
