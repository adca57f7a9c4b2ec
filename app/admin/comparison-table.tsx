import { classNames } from '../ui/class-names.ts'

type Line = [what: string, one: string, other: string]

type ComparisonTableProps = {
  head: Line
  lines: Line[]
  /** With the colour of the lines between the rows. */
  className: string
}

/** What differs, with both values side by side. */
export function ComparisonTable({ head, lines, className }: ComparisonTableProps) {
  return (
    <table className={classNames('w-full table-fixed text-sm', className)}>
      <thead>
        <tr className="text-left">
          {head.map((label) => (
            <th key={label} scope="col" className="py-1 pr-4 font-semibold">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="border-inherit">
        {lines.map(([what, one, other]) => (
          <tr key={what} className="border-t border-inherit align-top">
            <th scope="row" className="py-1.5 pr-4 text-left font-medium wrap-anywhere">
              {what}
            </th>
            <td className="py-1.5 pr-4 wrap-anywhere">{one}</td>
            <td className="py-1.5 wrap-anywhere">{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
