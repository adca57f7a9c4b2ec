import { and, eq } from 'drizzle-orm'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { RefusalResponse } from '#contract/refusals.ts'
import { auditEntries } from '../features/audit/tables.ts'
import { filledProductForm, photo } from './forms.ts'
import { openTestShop } from './test-shop.ts'

type Fields = Parameters<typeof filledProductForm>[0]

type Saved = ProductResponse & RefusalResponse & { changed_by: string | null; changed_at: string }

/** A shop with an admin who fills in the form of its products. */
export async function openProductOffice() {
  const shop = await openTestShop()
  const { ask, context } = shop
  const { token, viewer } = await shop.signedInAs('admin')

  async function add(fields: Fields = {}, images?: Uint8Array[]) {
    const form = await filledProductForm(fields, images ?? [await photo()])
    return ask<Saved>('POST', '/api/products', { token, ...form })
  }

  async function edit(id: number, fields: Fields = {}, images: Uint8Array[] = []) {
    const form = await filledProductForm({ id: String(id), ...fields }, images)
    return ask<Saved>('PUT', '/api/products', { token, ...form })
  }

  async function read(id: number): Promise<ProductResponse> {
    return (await ask<ProductResponse>('GET', `/api/products/${id}?admin=1`, { token })).body
  }

  async function changesOf(id: number) {
    return context.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.thing, 'product'), eq(auditEntries.thingId, String(id))))
      .orderBy(auditEntries.id)
  }

  return { ...shop, token, viewer, add, edit, read, changesOf }
}
