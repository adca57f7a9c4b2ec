import type { MouseEvent } from 'react'
import type { FocusPoint } from '#rules/focus-point.ts'

type FocusPictureProps = {
  address: string
  focus: FocusPoint
  /** The frames that the shop puts it into, each with its classes for ratio and width. */
  crops: readonly { label: string; shape: string }[]
  onChange(focus: FocusPoint): void
}

/** A press sets the focus; two sliders do the same by keyboard. Beside it stands what the shop makes of it. */
export function FocusPicture({ address, focus, crops, onChange }: FocusPictureProps) {
  const press = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    // A press by keyboard has no place.
    if (clientX === 0 && clientY === 0) return
    onChange({ x: percentOf(clientX - left, width), y: percentOf(clientY - top, height) })
  }
  const position = { objectPosition: `${focus.x}% ${focus.y}%` }
  const sliders = [
    ['x', 'From left to right'],
    ['y', 'From top to bottom'],
  ] as const
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <div className="grid content-start gap-3">
        <button
          type="button"
          aria-label="Set the focus of the picture"
          onClick={press}
          className="relative cursor-crosshair overflow-hidden rounded-card"
        >
          <img src={address} alt="" className="w-full" />
          <span
            aria-hidden="true"
            className="absolute size-6 -translate-1/2 rounded-full border-2 border-white bg-hibiscus shadow-card"
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </button>
        {sliders.map(([axis, label]) => (
          <label key={axis} className="grid gap-1 text-sm font-semibold">
            {label}
            <input
              type="range"
              min={0}
              max={100}
              value={focus[axis]}
              onChange={({ currentTarget }) => onChange({ ...focus, [axis]: Number(currentTarget.value) })}
              className="h-11 w-full accent-primary"
            />
          </label>
        ))}
      </div>
      <div className="flex flex-wrap content-start items-start gap-3">
        {crops.map(({ label, shape }) => (
          <figure key={label}>
            <img
              src={address}
              alt=""
              style={position}
              className={`${shape} rounded-card bg-muted object-cover`}
            />
            <figcaption className="mt-1 text-sm text-muted-foreground">{label}</figcaption>
          </figure>
        ))}
      </div>
    </div>
  )
}

function percentOf(part: number, whole: number): number {
  return Math.round(100 * Math.min(1, Math.max(0, part / whole)))
}
