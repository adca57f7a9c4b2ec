import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api } from '#app/data/api.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { EyeIcon, PackageIcon, PlusIcon } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { UploadIcon } from '#app/ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { ToastTexts } from '#app/ui/toasts.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import type { ProductsChange, ProductsChangeResponse } from '#contract/catalogue-forms.ts'
import { countLabel } from '#rules/count-label.ts'
import { ExportButton } from '../export-button.tsx'
import { addressWith, usePageInRange } from '../list-frame.tsx'
import { May } from '../office-rights.tsx'
import { useRowShortcuts, useSelection } from '../row-selection.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { useCategories } from '../use-categories.ts'
import type { Route } from './+types/products-page.ts'
import { BulkBar, DeleteDialog } from './bulk-bar.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import {
  isFiltered,
  isOnlyHidden,
  listAddress,
  openForm,
  ProductFilterSheet,
  ProductFilters,
  pageSize,
  productsExport,
  readShownProducts,
} from './product-filters.tsx'
import { failedToSave } from './product-form.tsx'
import { ProductsTable, rowId } from './products-table.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Products', hidden: true })
}

export default function ProductsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = readShownProducts(search)
  const { data, total, error, isLoading, refetch } = useFetch<ProductResponse[]>(listAddress(shown))
  const { isEmpty, isWaiting } = usePageInRange(data, { page: shown.page, total, isLoading, pageSize })
  const products = data ?? []
  const ids = products.map(({ id }) => id)
  const selection = useSelection(ids)
  const changes = useProductChanges(refetch)
  const [deleting, setDeleting] = useState<ProductResponse | null>(null)
  const { choices, nameOf } = useCategories()
  const searchField = useRef<HTMLInputElement>(null)
  const editAddress = (id: number | 'new') => addressWith(search, { edit: id })
  const edit = (id: number | 'new') => void navigate(editAddress(id), { preventScrollReset: true })
  useRowShortcuts({ ids, rowId, selection, onOpen: edit })
  useShortcuts({ '/': () => searchField.current?.focus(), n: () => edit('new') })

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto max-sm:w-full">Products</h1>
        <May right="catalogue">
          <ButtonLink
            to="/admin/products/import"
            variant="secondary"
            size="sm"
            className="min-h-11 max-sm:order-1 max-sm:flex-1"
          >
            <UploadIcon size={20} />
            Import CSV
          </ButtonLink>
        </May>
        <ExportButton {...productsExport} className="max-sm:order-1 max-sm:flex-1" />
        <Button size="sm" className="min-h-11 max-sm:w-full" onClick={() => edit('new')}>
          <PlusIcon size={20} />
          Add New Product
        </Button>
      </div>
      <ProductFilters shown={shown} categories={choices} searchField={searchField} />
      {isOnlyHidden(shown) && total > 0 && (
        <ShowAll
          total={total}
          isBusy={changes.isBusy}
          onShow={() => changes.bulkUpdate({ action: 'show_all' })}
        />
      )}
      <ProductFilterSheet shown={shown} categories={choices} />
      {error && (
        <ErrorPanel
          title="Failed to load products. Please try again later."
          onRetry={refetch}
          retrying={isLoading}
        >
          {error.message}
        </ErrorPanel>
      )}
      {isWaiting && <LoadingProducts />}
      {isEmpty && <NoProducts filtered={isFiltered(shown)} onAdd={() => edit('new')} />}
      {products.length > 0 && (
        <section aria-label="Products" aria-busy={isLoading} className="grid gap-3">
          <Checkbox
            label="Select all on this page"
            checked={selection.ids.length === products.length}
            onChange={({ target }) => selection.selectAll(target.checked)}
          />
          <ProductsTable
            products={products}
            categoryName={nameOf}
            selection={selection}
            editAddress={editAddress}
            onDelete={setDeleting}
          />
          <Pagination
            page={shown.page}
            pageSize={pageSize}
            total={total}
            totalLabel={countLabel(total, Boolean(shown.q))}
            linkTo={(page) => addressWith(search, { page: page > 1 ? page : null })}
          />
        </section>
      )}
      {selection.ids.length > 0 && (
        <BulkBar
          products={products.filter(({ id }) => selection.has(id))}
          isBusy={changes.isBusy}
          onChange={changes.bulkUpdate}
          onClear={selection.clear}
        />
      )}
      <DeleteDialog
        open={deleting !== null}
        names={deleting ? [deleting.name] : []}
        busy={changes.isBusy}
        onClose={() => setDeleting(null)}
        onDelete={async () => {
          if (deleting) await changes.deleteOne(deleting)
          setDeleting(null)
        }}
      />
      <ProductDrawer which={openForm(search)} categories={choices} onSaved={refetch} />
    </div>
  )
}

type ShowAllProps = { total: number; isBusy: boolean; onShow: () => Promise<unknown> }

/** After an import that came hidden: looked through, and out with it. */
function ShowAll({ total, isBusy, onShow }: ShowAllProps) {
  const [isAsking, setAsking] = useState(false)
  const count = total === 1 ? '1 product' : `${total} products`
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card bg-muted p-3">
      <p className="mr-auto">Only you see {total === 1 ? 'this product' : 'these products'}.</p>
      <Button variant="secondary" size="sm" className="min-h-11" onClick={() => setAsking(true)}>
        <EyeIcon size={20} />
        Show all
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Show ${count} in the shop?`}
        confirmLabel="Show all"
        busy={isBusy}
        onConfirm={async () => {
          await onShow()
          setAsking(false)
        }}
        onClose={() => setAsking(false)}
      >
        <p>Customers find and buy {total === 1 ? 'it' : 'them'} at once.</p>
      </ConfirmDialog>
    </div>
  )
}

function NoProducts({ filtered, onAdd }: { filtered: boolean; onAdd: () => void }) {
  return (
    <EmptyState
      icon={PackageIcon}
      title="No products found."
      action={
        filtered ? (
          <ButtonLink to="?" variant="secondary">
            Show all products
          </ButtonLink>
        ) : (
          <Button onClick={onAdd}>Add Your First Product</Button>
        )
      }
    >
      {filtered ? 'Nothing fits this search and filter.' : 'What you add here is in the shop at once.'}
    </EmptyState>
  )
}

function LoadingProducts() {
  return (
    <LoadingArea label="Loading products" className="grid gap-3">
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} className="h-17 max-md:h-72" />
      ))}
    </LoadingArea>
  )
}

const failedToDelete = 'Failed to delete product'

/** What can be done with products in the list: delete one, or change many at once. */
function useProductChanges(onChanged: () => void) {
  const { submit, isBusy } = useSubmit()
  const run = (failed: string, work: () => Promise<ToastTexts>) => {
    const onFailure = ({ status }: ApiProblem) => {
      // Somebody else deleted it already: the list is what is wrong.
      if (status === 404) onChanged()
    }
    return submit({ failed, onFailure }, async () => {
      const done = await work()
      onChanged()
      return done
    })
  }
  const deleteOne = ({ id }: ProductResponse) =>
    run(failedToDelete, async () => {
      await api.delete(`/api/products/${id}`)
      return { title: 'Product deleted successfully' }
    })
  const bulkUpdate = (change: ProductsChange) =>
    run(change.action === 'delete' ? failedToDelete : failedToSave, async () =>
      bulkUpdateText(
        change,
        await api.post<ProductsChangeResponse>('/api/products/bulk', { body: change, timeoutMs: 120_000 }),
      ),
    )
  return { deleteOne, bulkUpdate, isBusy }
}

function bulkUpdateText(
  { action }: ProductsChange,
  { changed, missing }: ProductsChangeResponse,
): ToastTexts {
  const single = action === 'delete' ? 'Product deleted successfully' : 'Product updated successfully'
  const many = `${changed} products ${action === 'delete' ? 'deleted' : 'updated'} successfully`
  const gone = missing.length === 1 ? '1 was no longer there.' : `${missing.length} were no longer there.`
  return { title: changed === 1 ? single : many, description: missing.length > 0 ? gone : undefined }
}
