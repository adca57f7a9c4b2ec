import type { SVGProps } from 'react'

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children' | 'd'> & { size?: number }

/** An icon only repeats what a word beside it says, so readers of the screen never hear it. */
/* @__NO_SIDE_EFFECTS__ */
export function createIcon(d: string) {
  return function Icon({ size = 24, className, ...rest }: IconProps) {
    return (
      <svg
        aria-hidden="true"
        width={size}
        height={size}
        viewBox="0 0 24 24"
        className={className ? `icon ${className}` : 'icon'}
        {...rest}
      >
        <path d={d} />
      </svg>
    )
  }
}
