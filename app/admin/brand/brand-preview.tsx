import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetch } from '#app/data/use-fetch.ts'
import { fontFiles } from '#app/layout/font-files.ts'
import { Chip } from '#app/ui/chip.tsx'
import type { BrandLook } from '#rules/brand.ts'
import { schemeOf } from '#rules/brand-colours.ts'
import { brandSheet } from '#rules/brand-sheet.ts'
import { useFilePreview } from '../pictures.ts'

type BrandPreviewProps = {
  /** Null until four colours are there. */
  look: BrandLook | null
  name: string
  logos: Record<'light' | 'dark', File | string | null>
}

type Draft = { css: string; name: string; logo: string | null }

const widths = [
  { label: 'Phone', width: 360, height: 720 },
  { label: 'Laptop', width: 1280, height: 800 },
] as const

/** The shop's real pages, without their scripts, in the brand as it is being made. */
export function BrandPreview({ look, name, logos }: BrandPreviewProps) {
  const [shown, setShown] = useState('/')
  const { data: products } = useFetch<readonly { id: number }[]>('/api/products?limit=1')
  const isDark = look !== null && schemeOf(look.colours.page) === 'dark'
  const logo = useAddress(isDark ? (logos.dark ?? logos.light) : logos.light)
  const product = products?.[0]
  const pages = [
    { label: 'Home', address: '/' },
    ...(product ? [{ label: 'Product', address: `/product/${product.id}` }] : []),
    { label: 'Checkout', address: '/checkout' },
  ]
  const draft = { css: look ? brandSheet(look, fontFiles[look.fonts]) : '', name, logo }
  return (
    <section aria-labelledby="preview-title" className="grid min-w-0 gap-4 xl:sticky xl:top-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="preview-title" className="font-sans text-xl font-semibold tracking-normal">
          Preview
        </h2>
        <div className="flex flex-wrap gap-2">
          {pages.map(({ label, address }) => (
            <Chip key={address} selected={address === shown} onClick={() => setShown(address)}>
              {label}
            </Chip>
          ))}
        </div>
      </div>
      <div className="grid items-start gap-4 md:grid-cols-[1fr_2.4fr]">
        {widths.map(({ label, width, height }) => (
          <figure key={label} className="min-w-0">
            <Frame title={`${label} preview`} {...{ address: shown, width, height, draft }} />
            <figcaption className="mt-1 text-sm text-muted-foreground">{label}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

function useAddress(picture: File | string | null): string | null {
  const picked = useFilePreview(picture instanceof File ? picture : null)
  return typeof picture === 'string' ? picture : picked
}

type FrameProps = { title: string; address: string; width: number; height: number; draft: Draft }

/** As wide as the device, made small to fit: the page breaks its lines as it does there. */
function Frame({ title, address, width, height, draft }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [scale, setScale] = useState(0.4)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setScale(entry.contentRect.width / width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [width])
  const { css, name, logo } = draft
  const show = useCallback(() => {
    if (frame.current) paint(frame.current, { css, name, logo })
  }, [css, name, logo])
  useEffect(show, [show])
  return (
    <div
      ref={box}
      className="overflow-hidden rounded-card border border-border bg-muted"
      style={{ height: height * scale }}
    >
      <iframe
        ref={frame}
        title={title}
        src={`${address}?preview=brand`}
        sandbox="allow-same-origin"
        tabIndex={-1}
        onLoad={show}
        className="origin-top-left"
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  )
}

/** The page brings the saved brand; the one that is being made takes its place. */
function paint({ contentDocument, contentWindow }: HTMLIFrameElement, { css, name, logo }: Draft): void {
  if (!contentDocument || !contentWindow) return
  for (const saved of contentDocument.querySelectorAll<HTMLLinkElement>('link[href^="/brand/"]'))
    saved.disabled = true
  const sheet = new (contentWindow as Window & typeof globalThis).CSSStyleSheet()
  sheet.replaceSync(css)
  contentDocument.adoptedStyleSheets = [sheet]
  for (const wordmark of contentDocument.querySelectorAll('header a[href="/"]')) {
    if (logo === null) wordmark.textContent = name
    else {
      const picture = contentDocument.createElement('img')
      Object.assign(picture, { src: logo, alt: name, className: 'h-8 w-auto max-w-full' })
      wordmark.replaceChildren(picture)
    }
  }
}
