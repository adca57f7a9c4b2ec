import { encode } from 'uqr'

type QrCodeProps = {
  text: string
  label: string
  /** In pixels; otherwise a style sheet says it. */
  size?: number
}

/** Black on whatever is behind it, which must be white for a camera to read it. */
export function QrCode({ text, label, size }: QrCodeProps) {
  const { data, size: squaresInARow } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${squaresInARow} ${squaresInARow}`}
      width={size}
      height={size}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
