import { type RefObject, useEffect, useRef } from 'react'

/** Pictures are made ready after they were picked. The form then looks at its field once more, as if somebody had just typed. */
export function useRevalidateField(
  form: RefObject<HTMLFormElement | null>,
  field: string,
  picked: unknown,
): void {
  const before = useRef(picked)
  useEffect(() => {
    if (before.current === picked) return
    before.current = picked
    const input = form.current?.elements.namedItem(field)
    if (input instanceof HTMLInputElement) input.dispatchEvent(new Event('change', { bubbles: true }))
  }, [form, field, picked])
}
