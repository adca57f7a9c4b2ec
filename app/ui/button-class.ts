import { classNames } from './class-names.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'destructive' | 'whatsapp' | 'deliver'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'xl'

export type ButtonShape = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean }

const variants = {
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  secondary: 'border-input bg-card text-primary hover:bg-muted',
  ghost: 'border-transparent text-primary hover:bg-muted',
  destructive: 'border-transparent bg-destructive text-primary-foreground hover:bg-destructive-ink',
  whatsapp:
    'border-transparent bg-whatsapp text-primary-foreground hover:bg-[color-mix(in_oklab,var(--whatsapp),black_12%)]',
  deliver:
    'border-transparent bg-deliver text-primary-foreground hover:bg-[color-mix(in_oklab,var(--deliver),black_12%)]',
} satisfies Record<ButtonVariant, string>

const off = 'cursor-not-allowed border-transparent bg-gray-soft text-gray-ink'

const sizes = {
  sm: 'min-h-11 lg:min-h-10 px-4 py-1.5 text-sm',
  md: 'min-h-12 px-5 py-2 text-base',
  lg: 'min-h-13 px-6 py-2 text-lg',
  xl: 'min-h-16 px-6 py-3 text-lg',
} satisfies Record<ButtonSize, string>

export function buttonClass(
  { variant = 'primary', size = 'md', wide = false }: ButtonShape,
  disabled = false,
) {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border text-center font-semibold',
    'transition-[color,background-color,scale] duration-120',
    disabled ? off : classNames(variants[variant], 'active:scale-98'),
    sizes[size],
    wide && 'w-full',
  )
}
