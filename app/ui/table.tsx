import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ChevronDownIcon, ChevronUpIcon } from './icons.tsx'

export type TableColumn<Row> = {
  key: string
  heading: string
  cell: (row: Row) => ReactNode
  /** On a phone each row is a card: "title" heads it, "actions" closes it. */
  part?: 'title' | 'actions'
  /** Where there is room and need for it; "wide" is a table on a large screen. */
  only?: 'wide' | 'cards'
  /** For the cells. */
  className?: string
  end?: boolean
  sortable?: boolean
}

export type TableSorting = {
  key: string
  direction: 'ascending' | 'descending'
  onSort: (key: string) => void
}

type TableProps<Row> = {
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  rowProps?: (row: Row) => Omit<ComponentProps<'tr'>, 'children' | 'role'>
  sorting?: TableSorting
  dense?: boolean
}

// Shown as cards, a table is no table any more for screen readers, unless every part says what it is.
const said = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'cell' },
}

export function Table<Row>({ caption, columns, rows, rowKey, rowProps, sorting, dense }: TableProps<Row>) {
  return (
    <table {...said.table} className="w-full max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...said.group} className="max-md:sr-only">
        <tr {...said.row} className="border-b border-border">
          {columns.map((column) => (
            <TableHeading key={column.key} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody {...said.group} className="max-md:grid max-md:gap-3">
        {rows.map((row) => {
          const { className, ...rest } = rowProps?.(row) ?? {}
          return (
            <tr
              key={rowKey(row)}
              {...said.row}
              {...rest}
              className={classNames(
                'max-md:grid max-md:gap-2 max-md:rounded-card max-md:border max-md:border-border max-md:bg-card max-md:p-4 md:border-b md:border-border md:hover:bg-muted',
                dense ? 'md:h-11' : 'md:h-13',
                className,
              )}
            >
              {columns.map((column) => (
                <TableCell key={column.key} column={column}>
                  {column.cell(row)}
                </TableCell>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const hidden = { wide: 'max-xl:hidden', cards: 'md:hidden' }

type PartProps = { column: Omit<TableColumn<never>, 'cell'> }

function TableHeading({ column, sorting }: PartProps & { sorting: TableSorting | undefined }) {
  const sorted = sorting?.key === column.key ? sorting.direction : undefined
  const Arrow = sorted === 'ascending' ? ChevronUpIcon : ChevronDownIcon
  return (
    <th
      {...said.heading}
      scope="col"
      aria-sort={sorted}
      className={classNames(
        'px-2 py-2 text-xs font-semibold text-muted-foreground xl:px-3',
        column.end ? 'text-right' : 'text-left',
        column.only && hidden[column.only],
      )}
    >
      <span className={column.sortable ? 'md:hidden' : undefined}>{column.heading}</span>
      {column.sortable && (
        <button
          type="button"
          className="inline-flex min-h-11 items-center gap-1 font-semibold max-md:hidden"
          onClick={() => sorting?.onSort(column.key)}
        >
          {column.heading}
          <Arrow size={16} className={sorted ? undefined : 'opacity-40'} />
        </button>
      )}
    </th>
  )
}

function TableCell({ column, children }: PartProps & { children: ReactNode }) {
  return (
    <td
      {...said.cell}
      data-label={column.heading}
      className={classNames(
        'md:px-2 md:py-2 xl:px-3',
        column.end && 'tabular-nums md:text-right',
        column.part === 'title' && 'font-semibold max-md:order-first max-md:text-lg',
        column.part === 'actions' &&
          'max-md:order-last max-md:mt-1 max-md:flex max-md:flex-wrap max-md:gap-2 max-md:border-t max-md:border-border max-md:pt-3',
        column.only && hidden[column.only],
        column.className,
        !column.part &&
          column.only !== 'wide' &&
          'max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:before:text-sm max-md:before:text-muted-foreground max-md:before:content-[attr(data-label)]',
      )}
    >
      {children}
    </td>
  )
}
