import { type ComponentType, useState } from 'react'
import { useToasts } from './toasts.tsx'

type LatePiece<Props> = {
  /** Null until it was fetched. */
  Piece: ComponentType<Props> | null
  /** Fetches it the first time; false when it cannot be had, which the visitor is then told. */
  fetchPiece(): Promise<boolean>
}

/** For a piece that most visitors never open: only who opens it pays for its bytes. */
export function useLatePiece<Props>(load: () => Promise<ComponentType<Props>>): LatePiece<Props> {
  const [Piece, setPiece] = useState<ComponentType<Props> | null>(null)
  const toasts = useToasts()

  const fetchPiece = async () => {
    if (Piece) return true
    try {
      const fetched = await load()
      setPiece(() => fetched)
      return true
    } catch {
      toasts.show({ title: 'This could not be opened', description: 'Check your connection and try again.' })
      return false
    }
  }
  return { Piece, fetchPiece }
}
