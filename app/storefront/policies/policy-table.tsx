import type { PolicyTable as Rows } from '../content/policy.ts'

/** Short rows of words that fit a phone, so the table stays a table. */
export function PolicyTable({ caption, columns, rows }: Rows & { caption: string }) {
  return (
    <table className="table! w-full">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className="text-sm text-muted-foreground">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" className="font-medium">
              {name}
            </th>
            {cells.map((cell, column) => (
              <td key={columns[column + 1]} className="last:pr-0">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
