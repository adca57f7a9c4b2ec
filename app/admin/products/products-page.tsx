import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { PlusIcon } from '#app/ui/icons.tsx'
import { Pagination } from '#app/ui/pagination.tsx'
import { UploadIcon } from '#app/ui/signed-in-icons.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { countLabel } from '#rules/count-label.ts'
import { adminHandle } from '../admin-handle.ts'
import { addressWith } from '../list-address.ts'
import { useSelection } from '../orders/use-selection.ts'
import { useShortcuts } from '../shortcuts/shortcuts.tsx'
import type { Route } from './+types/products-page.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { ExportButton } from './export-button.tsx'
import { LoadingProducts, NoProducts } from './no-products.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { ProductFilterSheet, ProductFilters } from './product-filters.tsx'
import { ProductsTable } from './products-table.tsx'
import { isFiltered, listAddress, openForm, pageSize, readShownProducts } from './shown-products.ts'
import { useProductChanges } from './use-product-changes.ts'
import { useProductKeys } from './use-product-keys.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Products', hidden: true })
}

export const handle = adminHandle

export default function ProductsPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const shown = readShownProducts(search)
  const { answer, total, error, isLoading, refetch } = useFetch<ProductResponse[]>(listAddress(shown))
  const products = answer ?? []
  const selection = useSelection(products.map(({ id }) => id))
  const changes = useProductChanges(refetch)
  const [leaving, setLeaving] = useState<ProductResponse | null>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const editAddress = (id: number | 'new') => addressWith(search, { edit: id })
  const edit = (id: number | 'new') => void navigate(editAddress(id), { preventScrollReset: true })
  useProductKeys({ products, selection, onOpen: edit })
  useShortcuts({ '/': () => searchField.current?.focus(), n: () => edit('new') })

  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="mr-auto max-sm:w-full">Products</h1>
        <ButtonLink
          to="/admin/products/import"
          variant="secondary"
          size="sm"
          className="min-h-11 max-sm:order-1 max-sm:flex-1"
        >
          <UploadIcon size={20} />
          Import CSV
        </ButtonLink>
        <ExportButton className="max-sm:order-1 max-sm:flex-1" />
        <Button size="sm" className="min-h-11 max-sm:w-full" onClick={() => edit('new')}>
          <PlusIcon size={20} />
          Add New Product
        </Button>
      </div>
      <ProductFilters shown={shown} searchField={searchField} />
      <ProductFilterSheet shown={shown} />
      {error && (
        <ErrorPanel
          title="Failed to load products. Please try again later."
          onRetry={refetch}
          retrying={isLoading}
        >
          {error.message}
        </ErrorPanel>
      )}
      {!answer && isLoading && <LoadingProducts />}
      {answer && products.length === 0 && (
        <NoProducts filtered={isFiltered(shown)} onAdd={() => edit('new')} />
      )}
      {products.length > 0 && (
        <section aria-label="Products" aria-busy={isLoading} className="grid gap-3">
          <Checkbox
            label="Select all on this page"
            checked={selection.ids.length === products.length}
            onChange={({ target }) => selection.selectAll(target.checked)}
          />
          <ProductsTable
            products={products}
            selection={selection}
            editAddress={editAddress}
            onDelete={setLeaving}
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
        open={leaving !== null}
        names={leaving ? [leaving.name] : []}
        busy={changes.isBusy}
        onClose={() => setLeaving(null)}
        onDelete={async () => {
          if (leaving) await changes.deleteOne(leaving)
          setLeaving(null)
        }}
      />
      <ProductDrawer which={openForm(search)} onSaved={refetch} />
    </div>
  )
}
