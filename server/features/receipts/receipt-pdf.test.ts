import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SalesDocument } from '#contract/receipts.ts'
import { openPdf } from '#server/platform/pdf.ts'
import { textOfPdf } from '#server/testing/pdf-text.ts'
import { drawReceipt, openReceiptFonts } from './show-receipts.ts'

const fonts = await openReceiptFonts()
const style = { font: 'regular', size: 10 } as const

const open = () => openPdf({ title: 'Test', author: 'Shop', createdAt: new Date(0), fonts })

const document: SalesDocument = {
  number: 12,
  kind: 'receipt',
  refersTo: null,
  issuedAt: new Date('2026-11-17T09:00:00Z'),
  seller: { name: 'Adom Beauty', address: 'Osu, Accra', tin: '' },
  customer: { name: 'Ama', phone: '024 123 4567', address: 'Kumasi' },
  contents: {
    orderId: 1001,
    trackingCode: 'K7P2QX',
    lines: [{ name: 'Shea butter', quantity: 2, price: 6_000, amount: 12_000 }],
    extras: [],
    total: 12_000,
    net: 12_000,
    taxes: [],
  },
  file: '',
}

test('whatever Latin text is written, a reader finds it again; other scripts become question marks', () => {
  const letters = fc.constantFrom(...'Aa Zz 09 ɛƐɔƆŋŊɖƒɣʋ ₵€ é ñ ẹ ş “–” 中 😀 ش')
  fc.assert(
    fc.property(fc.array(letters, { minLength: 1, maxLength: 40 }), (drawn) => {
      const pdf = open()
      pdf.newPage()
      pdf.text(drawn.join(''), { x: 50, y: 50 }, style)
      const words = drawn.join('').replace(/\s+/g, ' ')
      expect(textOfPdf(pdf.end())).toEqual([words.replace(/[中😀ش]/gu, '?')])
    }),
  )
})

test('an accent that comes by itself joins its letter', () => {
  const pdf = open()
  pdf.newPage()
  pdf.text('e\u0301', { x: 50, y: 50 }, style)
  expect(textOfPdf(pdf.end())).toEqual(['é'])
})

test('lines fit into their width, lose nothing up to the last one, and say where they were cut', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcɛɔ'), minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 40, max: 300 }),
      (words, width) => {
        const pdf = open()
        const text = words.join(' ')
        const whole = pdf.wrap(text, width, 1_000, style)
        for (const line of whole) expect(pdf.widthOf(line, style)).toBeLessThanOrEqual(width)
        expect(whole.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
        const short = pdf.wrap(text, width, 2, style)
        expect(short.length).toBe(Math.min(2, whole.length))
        if (whole.length > 2) expect(short[1]?.endsWith('…')).toBe(true)
      },
    ),
  )
})

test('the longest document goes over several pages, each with its number, and stays small', {
  tags: 'faults',
}, () => {
  const name = 'ɔ'.repeat(400)
  const lines = Array.from({ length: 100 }, () => ({ name, quantity: 1, price: 1, amount: 1 }))
  const pages = textOfPdf(
    drawReceipt({ ...document, contents: { ...document.contents, lines, total: 100 } }, fonts),
  )
  expect(pages.length).toBeGreaterThan(4)
  expect(pages.length).toBeLessThan(12)
  for (const [place, page] of pages.entries()) {
    expect(page).toContain(`Receipt 000012 · page ${place + 1} of ${pages.length}`)
  }
  expect(pages.at(-1)).toContain('Paid in full. Thank you!')
})

test('a credit note has its amounts below zero, and the value without taxes as well', () => {
  const contents = {
    ...document.contents,
    net: 10_000,
    taxes: [{ name: 'VAT', rate: 2_000, amount: 2_000 }],
  }
  const [page = ''] = textOfPdf(
    drawReceipt({ ...document, kind: 'credit_note', refersTo: 11, contents }, fonts),
  )
  for (const words of [
    'Credit note',
    'Ghs -120.00',
    'Ghs -100.00',
    'VAT 20 %',
    'Takes back No. 000011, which no longer holds.',
  ])
    expect(page).toContain(words)
})
