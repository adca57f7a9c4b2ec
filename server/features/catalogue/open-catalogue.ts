import type { Tools } from '#server/platform/tools.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { changeMany, type ManyChange } from './change-many.ts'
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

export function openCatalogue(tools: Tools) {
  const { db } = tools
  return {
    list: (filter: ProductFilter) => listProducts(db, filter),
    listDetails: (filter: ProductFilter) => listProductDetails(db, filter),
    find: (id: number) => findProduct(db, id),
    listByIds: (ids: readonly number[]) => listByIds(db, ids),
    listRelated: (product: { id: number; category: string }) => listRelated(db, product),
    listCategories: () => listCategories(db),
    sellAtCounter: (viewer: Viewer, sold: readonly WantedLine[]) => sellAtCounter(tools, viewer, sold),
    add: (viewer: Viewer, form: FilledForm) => addNewProduct(tools, viewer, form),
    edit: (viewer: Viewer, id: number, form: FilledForm) => editProduct(tools, viewer, id, form),
    remove: (viewer: Viewer, id: number) => removeProduct(tools, viewer, id),
    changeMany: (viewer: Viewer, change: ManyChange) => changeMany(tools, viewer, change),
    exportAll: () => exportProducts(db),
    import: (viewer: Viewer, bytes: Buffer, run: { isRehearsal: boolean }) =>
      importProducts(tools, viewer, bytes, run),
  }
}
