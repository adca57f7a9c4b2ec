import { csvCell } from './orders-csv.ts'

/** In this order; the names are those of the form. */
export const productCsvColumns = [
  'id',
  'name',
  'brands',
  'category',
  'price',
  'stock_quantity',
  'description',
  'how_to_use',
  'benefits',
  'ingredients',
  'fda_number',
  'featured',
  'best_seller',
  'images',
  'exported_stock',
  'exported_version',
] as const

export type ProductCsvColumn = (typeof productCsvColumns)[number]

export type ProductInCsv = Record<ProductCsvColumn, string>

export const mostImportedRows = 2_000
export const longestImportBytes = 5 * 1024 * 1024

export function productsCsvHeader(): string {
  return `${productCsvColumns.join(',')}\r\n`
}

export function productsCsvRow(product: ProductInCsv): string {
  return `${productCsvColumns.map((column) => productCell(product[column])).join(',')}\r\n`
}

/** `products-2024-03-05T14-03-09Z.csv`: no colons, which some computers refuse in a name. */
export function productsCsvFileName(at: Date): string {
  return `products-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.csv`
}

const guarded = /^'+(?:[\s\p{C}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A text that itself begins with the guard gets one more, so that reading takes away exactly what writing put there. */
function productCell(text: string): string {
  return csvCell(guarded.test(text) ? `'${text}` : text)
}

/** What was meant: without the sign that keeps a spreadsheet from taking the cell for a formula. */
export function readProductCell(cell: string): string {
  return guarded.test(cell) ? cell.slice(1) : cell
}
