import { TextField, type TextFieldProps } from '../ui/field.tsx'

type AmountFieldProps = Omit<TextFieldProps, 'prefix' | 'onChange'> & { onType?(typed: string): void }

/** An amount in cedis as it was typed: it becomes money when the form is sent. */
export function AmountField({ onType, ...field }: AmountFieldProps) {
  return (
    <TextField
      {...field}
      prefix="Ghs"
      inputMode="decimal"
      autoComplete="off"
      onChange={onType && (({ currentTarget }) => onType(currentTarget.value))}
    />
  )
}
