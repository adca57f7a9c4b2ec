import { expect, test } from 'vitest'
import {
  type ProductInCsv,
  productCsvColumns,
  productsCsvFileName,
  productsCsvHeader,
  productsCsvRow,
  readProductCell,
} from './csv.ts'

const blank = Object.fromEntries(productCsvColumns.map((column) => [column, ''])) as ProductInCsv

test('the columns have the names of the form', () => {
  expect(productsCsvHeader()).toBe(
    'id,name,brands,category,price,stock_quantity,description,how_to_use,benefits,ingredients,fda_number,featured,best_seller,images,exported_stock,exported_version\r\n',
  )
})

test('a cell cannot start a formula', () => {
  const row = productsCsvRow({ ...blank, id: '7', name: '=HYPERLINK("http://evil")', brands: '@cmd' })
  expect(row).toBe(`7,"'=HYPERLINK(""http://evil"")","'@cmd",${','.repeat(12)}\r\n`)
})

test.each([
  '=1+1',
  '+233 24',
  '-5',
  '@cmd',
  "'=1+1",
  "''=1+1",
  "'quoted'",
  ' =1',
  '\t=1',
  '＝1',
  'plain',
  'ɛ ɔ, "and"\nmore',
  '',
])('%j is read as it was written', (text) => {
  const [, cell = ''] =
    /^,(?:"((?:[^"]|"")*)"|([^,]*)),/s.exec(productsCsvRow({ ...blank, name: text })) ?? []
  const [, bare = ''] = /^,([^,]*),/s.exec(productsCsvRow({ ...blank, name: text })) ?? []
  const written = cell === '' ? bare : cell.replaceAll('""', '"')
  expect(readProductCell(written)).toBe(text)
})

test('the file is named by its moment', () => {
  expect(productsCsvFileName(new Date('2024-03-05T14:03:09Z'))).toBe('products-2024-03-05T14-03-09Z.csv')
})
