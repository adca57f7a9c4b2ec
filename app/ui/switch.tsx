import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CheckIcon } from './icons.tsx'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> & {
  label: ReactNode
  help?: ReactNode
}

export function Switch({ label, help, className, ...rest }: SwitchProps) {
  return (
    <label
      className={classNames(
        'focus-frame group relative flex min-h-11 items-center gap-3 rounded-control has-disabled:cursor-not-allowed has-disabled:text-muted-foreground',
        className,
      )}
    >
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a real checkbox tells by itself whether it is on.
        role="switch"
        className="absolute inset-0 size-full cursor-[inherit] appearance-none opacity-0"
      />
      <span className="flex h-7 w-12 flex-none items-center rounded-full border border-transparent bg-input px-0.5 transition-colors group-has-checked:bg-leaf group-has-disabled:opacity-60">
        <span className="flex size-5.5 items-center justify-center rounded-full border border-transparent bg-card text-success transition-transform group-has-checked:translate-x-5">
          <CheckIcon size={16} className="invisible stroke-3 group-has-checked:visible" />
        </span>
      </span>
      <span className="grid">
        <span className="font-semibold">{label}</span>
        {help && <span className="text-sm text-muted-foreground">{help}</span>}
      </span>
    </label>
  )
}
