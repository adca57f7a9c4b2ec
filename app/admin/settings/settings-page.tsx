import { useEffect } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { Route } from './+types/settings-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Settings', hidden: true })
}

const loadSettings = async () => (await import('./settings-editor.tsx')).Settings

/** Fetched on its own: every page of the shop loads the list of what each route needs, and this one needs much. */
export default function SettingsPage() {
  const { Component: Settings, fetchComponent } = useLazyComponent(loadSettings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once.
  useEffect(() => {
    void fetchComponent()
  }, [])
  if (Settings) return <Settings />
  return (
    <LoadingArea className="grid max-w-4xl gap-4">
      <Skeleton className="h-64" />
    </LoadingArea>
  )
}
