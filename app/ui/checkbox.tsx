import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'size'> & {
  label: ReactNode
  help?: ReactNode
  hideLabel?: boolean
}

export function Checkbox({ label, help, hideLabel, className, ...rest }: CheckboxProps) {
  return (
    <label
      className={classNames(
        'focus-frame group relative inline-flex min-h-11 min-w-11 items-center gap-3 rounded-control has-disabled:cursor-not-allowed has-disabled:text-muted-foreground',
        hideLabel && 'justify-center',
        className,
      )}
    >
      <input
        {...rest}
        type="checkbox"
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <span className="flex size-6 flex-none items-center justify-center rounded-[6px] border-2 border-input bg-card text-primary-foreground transition-colors group-has-checked:border-leaf group-has-checked:bg-leaf group-has-disabled:opacity-60">
        <CheckIcon size={18} className="invisible stroke-3 group-has-checked:visible" />
      </span>
      {hideLabel ? (
        <span className="sr-only">{label}</span>
      ) : (
        <span className="grid">
          <span>{label}</span>
          {help && <span className="text-sm text-muted-foreground">{help}</span>}
        </span>
      )}
    </label>
  )
}
