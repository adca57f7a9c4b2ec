import { useEffect } from 'react'
import { pageMeta } from '#app/layout/page-meta.ts'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useLazyComponent } from '#app/ui/use-lazy-component.ts'
import type { Route } from './+types/news-page.ts'
import { NewsTexts } from './news-editor.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'News to customers', hidden: true })
}

const loadOffers = async () => (await import('./offers-panel.tsx')).OffersPanel

/** What the shop says to its customers. Offers are fetched when somebody looks at them. */
export default function NewsPage() {
  const { Component: Offers, fetchComponent } = useLazyComponent(loadOffers)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; after that the tabs say what is wanted.
  useEffect(() => {
    if (window.location.hash === '#offers') void fetchComponent()
  }, [])
  const waiting = (
    <LoadingArea className="grid max-w-4xl gap-4">
      <Skeleton className="h-64" />
    </LoadingArea>
  )
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <h1>News to customers</h1>
        <p className="mt-1 max-w-prose text-muted-foreground">
          What the shop tells customers by itself, on which way and in which words; and offers to those who
          want some.
        </p>
      </div>
      <Tabs
        label="News to customers"
        tabs={[
          { id: 'texts', label: 'About orders', content: <NewsTexts /> },
          { id: 'offers', label: 'Offers', content: Offers ? <Offers /> : waiting },
        ]}
        onChange={(id) => void (id === 'offers' && fetchComponent())}
      />
    </div>
  )
}
