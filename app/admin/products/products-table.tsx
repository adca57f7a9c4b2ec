import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ImageIcon, TrashIcon } from '#app/ui/icons.tsx'
import { Link } from '#app/ui/link.tsx'
import { MoreIcon, PencilIcon } from '#app/ui/office-icons.tsx'
import { MenuButton, Popover } from '#app/ui/popover.tsx'
import { Table, type TableColumn } from '#app/ui/table.tsx'
import type { ProductResponse } from '#contract/catalogue.ts'
import { formatCedis } from '#rules/money.ts'
import { May } from '../office-rights.tsx'
import type { Selection } from '../row-selection.ts'

type ProductsTableProps = {
  products: ProductResponse[]
  categoryName: (slug: string) => string
  selection: Selection
  editAddress: (id: number) => string
  onDelete: (product: ProductResponse) => void
}

export function rowId(productId: number): string {
  return `product-${productId}`
}

export function ProductsTable(props: ProductsTableProps) {
  const { products, selection } = props
  return (
    <Table
      caption="Products, the newest first"
      columns={columnsFor(props)}
      rows={products}
      rowKey={({ id }) => id}
      rowProps={({ id }) => ({
        id: rowId(id),
        tabIndex: -1,
        className: `focus-inside max-md:relative ${selection.has(id) ? 'bg-accent' : ''}`,
      })}
    />
  )
}

function columnsFor({
  categoryName,
  selection,
  editAddress,
  onDelete,
}: ProductsTableProps): TableColumn<ProductResponse>[] {
  return [
    {
      key: 'select',
      heading: 'Select',
      part: 'title',
      className: 'max-md:absolute max-md:top-2 max-md:right-2',
      cell: ({ id, name }) => (
        <Checkbox
          label={`Select ${name}`}
          hideLabel
          checked={selection.has(id)}
          onChange={() => selection.toggle(id)}
          className="md:-mx-2"
        />
      ),
    },
    {
      key: 'product',
      heading: 'Product',
      part: 'title',
      className: 'max-md:pr-10',
      cell: ({ id, name, image, hidden, set_parts }) => (
        <span className="flex items-center gap-3">
          <Cover address={image} />
          <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 md:min-w-32">
            <Link
              to={editAddress(id)}
              preventScrollReset
              className="flex min-h-11 items-center wrap-anywhere text-link underline underline-offset-3"
            >
              {name}
            </Link>
            {set_parts && <Badge>Set</Badge>}
            {hidden && <Badge>Hidden</Badge>}
          </span>
        </span>
      ),
    },
    { key: 'category', heading: 'Category', cell: ({ category }) => categoryName(category) },
    {
      key: 'price',
      heading: 'Price',
      end: true,
      cell: ({ price, sale_price }) => (
        <span className="whitespace-nowrap">
          {formatCedis(price)}
          {sale_price !== undefined && (
            <span className="block text-sm text-hibiscus">Sale: {formatCedis(sale_price)}</span>
          )}
        </span>
      ),
    },
    { key: 'stock', heading: 'Stock', end: true, cell: (product) => <Stock product={product} /> },
    { key: 'featured', heading: 'Featured', cell: ({ featured }) => (featured ? 'Yes' : 'No') },
    {
      key: 'actions',
      heading: 'Actions',
      part: 'actions',
      cell: (product) => (
        <Actions product={product} to={editAddress(product.id)} onDelete={() => onDelete(product)} />
      ),
    },
  ]
}

function Cover({ address }: { address: string | null }) {
  const shape = 'size-16 flex-none rounded-control bg-muted md:size-12'
  if (address === null) {
    return (
      <span className={`${shape} grid place-items-center text-muted-foreground`}>
        <ImageIcon size={20} />
      </span>
    )
  }
  return <img src={thumbnailAddress(address)} alt="" loading="lazy" className={`${shape} object-cover`} />
}

/** Every picture has a file of this width, unless it is smaller itself. */
function thumbnailAddress(address: string): string {
  return address.replace(/\/(\d+)\.webp$/, (whole, width) => (Number(width) > 160 ? '/160.webp' : whole))
}

/** Said in text, not by colour alone. */
function Stock({ product: { stock_quantity: stock } }: { product: ProductResponse }) {
  if (stock > 0) return <span className="tabular-nums">{stock}</span>
  return (
    <span className="font-semibold text-destructive md:max-xl:text-sm xl:whitespace-nowrap">
      0 · Out of Stock
    </span>
  )
}

type ActionsProps = { product: ProductResponse; to: string; onDelete: () => void }

function Actions({ product: { name }, to, onDelete }: ActionsProps) {
  return (
    <span className="flex flex-1 items-center gap-2">
      <ButtonLink to={to} variant="secondary" size="sm" className="min-h-11 max-md:flex-1" preventScrollReset>
        <span className="md:max-xl:hidden">
          <PencilIcon size={18} />
        </span>
        Edit
        <span className="sr-only">{name}</span>
      </ButtonLink>
      <May right="deletion">
        <Button variant="ghost" size="sm" className="min-h-11 max-xl:hidden" onClick={onDelete}>
          <TrashIcon size={18} />
          Delete
          <span className="sr-only">{name}</span>
        </Button>
        <span className="xl:hidden">
          <Popover
            label={`More for ${name}`}
            button={(tie) => (
              <IconButton label={`More for ${name}`} {...tie}>
                <MoreIcon />
              </IconButton>
            )}
          >
            <MenuButton onClick={onDelete}>
              <TrashIcon size={20} />
              Delete
            </MenuButton>
          </Popover>
        </span>
      </May>
    </span>
  )
}
