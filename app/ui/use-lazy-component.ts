import { type ComponentType, useState } from 'react'
import { useToasts } from './toasts.tsx'

type LazyComponent<Props> = {
  /** Null until it was fetched. */
  Component: ComponentType<Props> | null
  /** Fetches it the first time; false when it cannot be had, which a toast then says. */
  fetchComponent(): Promise<boolean>
}

/** For a component that most visitors never open: only who opens it pays for its bytes. */
export function useLazyComponent<Props>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)
  const toasts = useToasts()

  const fetchComponent = async () => {
    try {
      const fetched = Component ?? (await load())
      setComponent(() => fetched)
      return true
    } catch {
      toasts.show({ title: 'This could not be opened', description: 'Check your connection and try again.' })
      return false
    }
  }
  return { Component, fetchComponent }
}
