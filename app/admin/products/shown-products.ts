import { readCategory } from '#rules/categories.ts'
import { pageIn } from '../list-address.ts'

/** Which products the address asks for. */
export type ShownProducts = { q: string; category: string; lowStock: boolean; page: number }

export const pageSize = 24

export function readShownProducts(search: URLSearchParams): ShownProducts {
  return {
    q: (search.get('q') ?? '').trim().slice(0, 100),
    category: readCategory(search.get('category')) ?? '',
    lowStock: search.get('low_stock') === '1',
    page: pageIn(search),
  }
}

export function listAddress({ q, category, lowStock, page }: ShownProducts): string {
  const asked = new URLSearchParams({ admin: '1', limit: String(pageSize), page: String(page) })
  if (q) asked.set('q', q)
  if (category) asked.set('category', category)
  if (lowStock) asked.set('low_stock', '1')
  return `/api/products?${asked}`
}

export function isFiltered({ q, category, lowStock }: ShownProducts): boolean {
  return q !== '' || category !== '' || lowStock
}

/** Which form is open: of a product, of a new one, or none. */
export function openForm(search: URLSearchParams): number | 'new' | null {
  const asked = search.get('edit')
  if (asked === 'new') return 'new'
  return asked !== null && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null
}
