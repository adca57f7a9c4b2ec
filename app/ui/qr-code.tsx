import { encode } from 'uqr'

type QrCodeProps = { text: string; label: string; className?: string }

/** Black on whatever is behind it, which must be white for a camera to read it. */
export function QrCode({ text, label, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
