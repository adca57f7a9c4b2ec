import { useEffect, useState } from 'react'
import { isHeic } from './picture-mistake.ts'

/** An address of this page for a file that was just picked; null for one that the browser cannot show. */
export function useFilePreview(file: File | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!file || isHeic(file)) return setPreview(null)
    const address = URL.createObjectURL(file)
    setPreview(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return preview
}
