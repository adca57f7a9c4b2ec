import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { useDraft } from '#app/session/use-draft.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { SettingsResponse } from '#contract/settings-form.ts'
import type { SettingsForm } from '#rules/settings-fields.ts'
import type { Route } from './+types/settings-page.ts'
import { SettingsEditor } from './settings-editor.tsx'
import { isSettingsDraft, restoreDraft } from './settings-values.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Settings', hidden: true })
}

/** What the owner can change without a programmer. */
export default function SettingsPage() {
  const { data, error, isLoading, refetch, replace } = useFetch<SettingsResponse>('/api/settings')
  const { revalidate } = useRevalidator()
  const { draft, kept } = useDraft('settings', isSettingsDraft)
  const [start, setStart] = useState<{ round: number; form: SettingsForm | null }>({ round: 0, form: null })
  const restart = (known: SettingsResponse, form: SettingsForm | null = null) => {
    replace(known)
    setStart(({ round }) => ({ round: round + 1, form }))
    // The name beside the menu is one of the settings.
    void revalidate()
  }
  const isLoaded = data !== null
  // Only the first round begins with the draft; saving or discarding settles it.
  const restored = start.round === 0 ? kept : null
  // A link to one of the settings arrives before the settings themselves.
  useEffect(() => {
    if (isLoaded) document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  return (
    <div className="grid gap-6">
      <div>
        <h1>Settings</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What you save here holds at once in the whole shop.
        </p>
      </div>
      {error && (
        <ErrorPanel title="The settings could not be loaded" onRetry={refetch} retrying={isLoading}>
          {error.message}
        </ErrorPanel>
      )}
      {!data && isLoading && (
        <LoadingArea className="grid max-w-4xl gap-4">
          <Skeleton className="h-48" />
          <Skeleton className="h-48" />
          <Skeleton className="h-64" />
        </LoadingArea>
      )}
      {data && (
        <SettingsEditor
          key={start.round}
          known={data}
          start={{
            form: restored ? restoreDraft(restored, data.settings) : (start.form ?? data.settings),
            version: restored?.version ?? data.version,
          }}
          draft={draft}
          wasKept={restored !== null}
          onRestart={restart}
        />
      )}
    </div>
  )
}
