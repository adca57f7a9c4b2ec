import {
  findShelf,
  listCategories,
  listFooterShelves,
  listShelves,
  listTiles,
} from '../features/catalogue/categories.ts'
import { listChoices } from '../features/catalogue/choices.ts'
import { mergeCategory, removeCategory } from '../features/catalogue/end-category.ts'
import { findForForm, findProduct, listByIds } from '../features/catalogue/find-products.ts'
import { exportProducts, importProducts } from '../features/catalogue/import-and-export-products.ts'
import {
  listFeatured,
  listForForms,
  listProductDetails,
  listProductIds,
  listProducts,
} from '../features/catalogue/list-products.ts'
import { findWithRelated } from '../features/catalogue/related-products.ts'
import { findCountdown, findNextPriceChange } from '../features/catalogue/sale-prices.ts'
import { addCategory, editCategory, sortCategories } from '../features/catalogue/save-category.ts'
import {
  addNewProduct,
  bulkUpdate as bulkUpdateProducts,
  editProduct,
  removeProduct,
  sortChoices,
} from '../features/catalogue/save-product.ts'
import { addSale, editSale, endSale, listSales, removeSale } from '../features/catalogue/save-sale.ts'
import { sellAtCounter } from '../features/catalogue/stock.ts'
import { readOffered } from '../features/discounts/find-discounts.ts'
import {
  addDiscount,
  editDiscount,
  exportCodes,
  getDiscount,
  listDiscounts,
  makeCodes,
  removeDiscount,
} from '../features/discounts/save-discount.ts'
import type { openSampleFallback } from '../features/opening/opening.ts'
import { quoteCart } from '../features/orders/agree-on-prices.ts'
import {
  changeReview,
  listAllReviews,
  listShownReviews,
  readOrderToReview,
  removeReview,
  writeReview,
} from '../features/reviews/reviews.ts'
import { askForAlert } from '../features/stock-alerts/stock-alerts.ts'
import type { Context } from '../platform/context.ts'
import { bind, bindContextReads, bindReads } from './bind.ts'

/** What is on the shelf, what it costs, and what buyers say of it. */
export function openSelling(context: Context, showsSamples: ReturnType<typeof openSampleFallback>) {
  const { db, reads } = context
  return {
    catalogue: {
      ...bind(context, {
        add: addNewProduct,
        edit: editProduct,
        remove: removeProduct,
        sortChoices,
        import: importProducts,
      }),
      ...bind(context, { bulkUpdate: bulkUpdateProducts, sellAtCounter }),
      ...bindContextReads(context, {
        list: listProducts,
        listFeatured,
        listDetails: listProductDetails,
        listForForms,
      }),
      ...bind(context, { find: findProduct, findForForm, findWithRelated, listByIds }),
      ...bind(reads, { exportAll: exportProducts }),
      ...bind(context, { listChoices }),
      ...bind(db, { listIds: listProductIds }),
    },

    categories: {
      ...bind(context, {
        add: addCategory,
        edit: editCategory,
        sort: sortCategories,
        merge: mergeCategory,
        remove: removeCategory,
      }),
      ...bind(db, { list: listCategories, listShelves, findShelf }),
      listFooterShelves: () => listFooterShelves(db, showsSamples),
      listTiles: () => listTiles(db, showsSamples),
    },

    sales: {
      ...bind(context, { add: addSale, edit: editSale, end: endSale, remove: removeSale, list: listSales }),
      ...bind(context, { findCountdown, findNextPriceChange }),
    },

    discounts: {
      ...bind(context, { check: quoteCart, readOffered }),
      ...bind(context, { add: addDiscount, edit: editDiscount, remove: removeDiscount, makeCodes }),
      ...bind(db, { get: getDiscount }),
      ...bindReads(reads, { list: listDiscounts }),
      ...bind(reads, { exportCodes }),
    },

    reviews: {
      ...bind(context, { readOrder: readOrderToReview, write: writeReview }),
      ...bind(context, { change: changeReview, remove: removeReview }),
      ...bind(db, { listShown: listShownReviews }),
      ...bindReads(reads, { listAll: listAllReviews }),
    },

    stockAlerts: bind(context, { ask: askForAlert }),
  }
}
