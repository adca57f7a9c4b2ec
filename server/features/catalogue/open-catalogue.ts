import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { type BulkChange, bulkUpdate } from './bulk-update.ts'
import { exportProducts } from './export-products.ts'
import { findProduct, listByIds } from './find-products.ts'
import { importProducts } from './import-products.ts'
import {
  listCategories,
  listProductDetails,
  listProducts,
  listRelated,
  type ProductFilter,
} from './list-products.ts'
import { removeProduct } from './remove-products.ts'
import { addNewProduct, editProduct, type FilledForm } from './save-product.ts'
import { sellAtCounter } from './sell-at-counter.ts'
import type { WantedLine } from './shortages.ts'

export function openCatalogue(context: Context) {
  const { db } = context
  return {
    list: (filter: ProductFilter) => listProducts(db, filter),
    listDetails: (filter: ProductFilter) => listProductDetails(db, filter),
    find: (id: number) => findProduct(db, id),
    listByIds: (ids: readonly number[]) => listByIds(db, ids),
    listRelated: (product: { id: number; category: string }) => listRelated(db, product),
    listCategories: () => listCategories(db),
    sellAtCounter: (viewer: Viewer, sold: readonly WantedLine[]) => sellAtCounter(context, viewer, sold),
    add: (viewer: Viewer, form: FilledForm) => addNewProduct(context, viewer, form),
    edit: (viewer: Viewer, id: number, form: FilledForm) => editProduct(context, viewer, id, form),
    remove: (viewer: Viewer, id: number) => removeProduct(context, viewer, id),
    bulkUpdate: (viewer: Viewer, change: BulkChange) => bulkUpdate(context, viewer, change),
    exportAll: () => exportProducts(db),
    import: (viewer: Viewer, bytes: Buffer, run: { isRehearsal: boolean }) =>
      importProducts(context, viewer, bytes, run),
  }
}
