import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  csvCell,
  csvStart,
  type OrderInCsv,
  ordersCsvFileName,
  ordersCsvHeader,
  ordersCsvRow,
  type ProductInCsv,
  productCsvColumns,
  productsCsvFileName,
  productsCsvHeader,
  productsCsvRow,
  readProductCell,
} from './csv.ts'

const anyLetter = fc.oneof(fc.nat(0x2ff), fc.nat(0x10ffff)).map((code) => String.fromCodePoint(code))

const order: OrderInCsv = {
  id: 1042,
  trackingCode: 'K7P2QX',
  placedAt: new Date('2024-03-05T14:03:09Z'),
  status: 'Shipped',
  customerName: 'Ama "Maame" Serwaa',
  phone: '233241234567',
  email: null,
  address: 'House 14,\nbehind Shell',
  deliveryOption: 'delivery_service',
  paymentMethod: 'whatsapp',
  paymentState: 'pending',
  driver: null,
  lines: [
    { quantity: 2, name: 'Shea Butter Gentle Cleanser' },
    { quantity: 1, name: 'Kaolin Clay Mask' },
  ],
  subtotal: 17000,
  deliveryFee: 4500,
  discount: 2000,
  discounts: [
    { name: 'Easter', code: null, amount: 1500 },
    { name: 'For friends', code: 'SHEA10', amount: 500 },
  ],
  total: 19500,
  amountToCollect: 21500,
  deliverOn: '2026-03-06',
  deliverSlot: '09-12',
}

test('the file has a title over each column', () => {
  expect(readCsv(ordersCsvHeader())).toEqual([
    [
      'Order',
      'Tracking code',
      'Placed (GMT)',
      'Status',
      'Customer',
      'Phone',
      'Email',
      'Address',
      'Items',
      'Subtotal (Ghs)',
      'Delivery (Ghs)',
      'Total (Ghs)',
      'Delivery option',
      'Payment method',
      'Payment state',
      'To collect (Ghs)',
      'Driver',
      'Discount (Ghs)',
      'Discounts',
      'Delivery day',
    ],
  ])
  expect(csvStart).toBe('\uFEFF')
})

test('an order is one row, with quotes, commas and line breaks kept', () => {
  expect(readCsv(ordersCsvRow(order))).toEqual([
    [
      '1042',
      'K7P2QX',
      '2024-03-05 14:03:09',
      'Shipped',
      'Ama "Maame" Serwaa',
      '0241234567',
      '',
      'House 14,\nbehind Shell',
      '2 x Shea Butter Gentle Cleanser; 1 x Kaolin Clay Mask',
      '170.00',
      '45.00',
      '195.00',
      'Delivery service',
      'Pay on delivery by WhatsApp',
      'pending',
      '215.00',
      '',
      '20.00',
      'Easter; SHEA10',
      '2026-03-06 09:00–12:00',
    ],
  ])
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  '\tx',
  '\rx',
  '\nx',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '  =1',
  '\0=1',
  '\u200b=1',
])('a cell of %j cannot start a formula', (text) => {
  expect(csvCell(text)).toBe(`"'${text}"`)
})

test.each([
  ['Ama', 'Ama'],
  ['', ''],
  ['a=b', 'a=b'],
  ['ama@example.com', 'ama@example.com'],
  ['a"b', '"a""b"'],
  ['a,b', '"a,b"'],
  ['a;=1', '"a;=1"'],
  ['a\nb', '"a\nb"'],
])('%j is written %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('a phone with +233 needs no disarming, and one from abroad neither', () => {
  expect(ordersCsvRow({ ...order, phone: '+233 24 123 4567' })).toContain(',0241234567,')
  expect(ordersCsvRow({ ...order, phone: '+447911123456' })).toContain(',00447911123456,')
})

test('whatever customers write, a row stays one row and no cell starts a formula', () => {
  const start = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', '＝', '"', ',', ' =', '"\n=')
  const text = fc
    .tuple(start, fc.string({ unit: anyLetter, maxLength: 20 }))
    .map(([sign, rest]) => sign + rest)
  fc.assert(
    fc.property(text, text, text, text, (customerName, phone, address, name) => {
      const row = ordersCsvRow({ ...order, customerName, phone, address, lines: [{ quantity: 1, name }] })
      const [cells = [], ...others] = readCsv(row)
      expect(others).toEqual([])
      expect(cells).toHaveLength(20)
      expect([customerName, `'${customerName}`]).toContain(cells[4])
      expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    }),
  )
})

test('the file is named by status and time', () => {
  const at = new Date('2024-03-05T14:03:09.512Z')
  expect(ordersCsvFileName('Shipped', at)).toBe('orders-shipped-2024-03-05T14-03-09Z.csv')
  expect(ordersCsvFileName(null, at)).toBe('orders-all-2024-03-05T14-03-09Z.csv')
})

/** A second reader, written from RFC 4180, to see what a spreadsheet sees. */
function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy
  for (const [, quoted, plain = '', end] of text.matchAll(pattern)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const blank = Object.fromEntries(productCsvColumns.map((column) => [column, ''])) as ProductInCsv

test('the columns have the names of the form', () => {
  expect(productsCsvHeader()).toBe(
    'id,name,brands,category,price,stock_quantity,description,how_to_use,benefits,ingredients,fda_number,sku,article,choice_label,choice_colour,featured,best_seller,hidden,images,exported_stock,exported_version\r\n',
  )
})

test('a cell cannot start a formula', () => {
  const row = productsCsvRow({ ...blank, id: '7', name: '=HYPERLINK("http://evil")', brands: '@cmd' })
  expect(row).toBe(`7,"'=HYPERLINK(""http://evil"")","'@cmd",${','.repeat(17)}\r\n`)
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
