import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isAboutFields } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { fontFiles } from '#app/layout/font-files.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { isNumber, isText, oneOf, shapeOf } from '#app/session/draft-shape.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { Chip } from '#app/ui/chip.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import type { BrandResponse } from '#contract/settings.ts'
import {
  type BrandLook,
  brandMistakes,
  brandPictureNames,
  brandSheet,
  cornerStyles,
  fontPairs,
  readBrandColours,
} from '#rules/brand.ts'
import { brandColourNames, schemeOf } from '#rules/brand-colours.ts'
import { type Conflict, ConflictPanel, conflictIn } from '../conflict.tsx'
import { FormPage, KeptNotice, SaveBar, useFormPage } from '../form-card.tsx'
import { useFilePreview } from '../pictures.ts'
import type { Route } from './+types/brand-page.ts'
import {
  type BrandValues,
  ColoursCard,
  LettersCard,
  NameCard,
  type PickedPictures,
  PicturesCard,
  startValues,
  toForm,
} from './brand-fields.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Brand', hidden: true })
}

/** How the shop looks, on every page, in e-mails and on paper. */
export default function BrandPage() {
  const page = useFormPage<BrandResponse, BrandDraft>('/api/brand', 'brand', isBrandDraft)
  const { fetched, draft, kept, round } = page
  const { revalidate } = useRevalidator()
  const restart = (known: BrandResponse) => {
    page.restart(known)
    // Name and logo stand beside the menu, too.
    void revalidate()
  }
  return (
    <FormPage
      title="Brand"
      help="What you save here holds at once: on every page, in e-mails, on packing slips and for drivers."
      thing="brand"
      fetched={fetched}
    >
      {(data) => <BrandEditor key={round} known={data} kept={kept} draft={draft} onRestart={restart} />}
    </FormPage>
  )
}

/** What was typed, and over which version. Pictures are too large to keep this way. */
type BrandDraft = { values: BrandValues; seen: BrandVersion }

type BrandVersion = Pick<BrandResponse, 'version' | 'name_version'>

const isBrandDraft = shapeOf<BrandDraft>({
  values: shapeOf<BrandValues>({
    name: isText,
    line: isText,
    page: isText,
    main: isText,
    link: isText,
    highlight: isText,
    fonts: oneOf(fontPairs),
    corners: oneOf(cornerStyles),
  }),
  seen: shapeOf<BrandVersion>({ version: isNumber, name_version: isNumber }),
})

type BrandEditorProps = {
  known: BrandResponse
  kept: BrandDraft | null
  draft: Draft<BrandDraft>
  onRestart(known: BrandResponse): void
}

function BrandEditor({ known, kept, draft, onRestart }: BrandEditorProps) {
  const id = useId()
  const { submit, isBusy, failure } = useSubmit()
  const [values, setValues] = useState(() => kept?.values ?? startValues(known))
  const [pictures, setPictures] = useState<PickedPictures>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { form, field, summary, onSubmit, refuse } = useFormErrors(() => brandMistakes(values))
  const isTyped = JSON.stringify(values) !== JSON.stringify(startValues(known))
  const isChanged = isTyped || Object.keys(pictures).length > 0
  const seen = kept?.seen ?? { version: known.version, name_version: known.name_version }
  useKeepDraft(draft, isTyped ? { values, seen } : null)
  const change = (changes: Partial<BrandValues>) => setValues((before) => ({ ...before, ...changes }))
  const look = useLook(values)
  // A colour may be put right by a press, or by another colour: typing into its own field is not needed.
  const mistakes = useMemo(() => brandMistakes(values), [values])
  const isPutRight = (at: string) =>
    brandColourNames.some((name) => field(name).id === at && mistakes[name] === undefined)

  const save = async (expected: BrandVersion) => {
    setConflict(null)
    const onFailure = (problem: ApiProblem) => {
      setConflict(conflictIn(problem))
      return conflictIn(problem) !== null || isAboutFields(problem)
    }
    await submit({ refuse, onFailure }, async () => {
      onRestart(await upload<BrandResponse>('PUT', '/api/brand', toForm(values, pictures, expected)))
      return { title: 'Brand saved' }
    })
  }
  const reload = () => void submit({}, async () => void onRestart(await readBrand()))
  const overwrite = () => void submit({ key: 'read' }, async () => void (await save(await readBrand())))
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(24rem,1fr)_minmax(0,1.2fr)]">
        <form {...form} id={id} onSubmit={onSubmit(() => void save(seen))} className="grid gap-6">
          <ErrorSummary {...summary} errors={summary.errors.filter(({ id: at }) => !isPutRight(at))} />
          {kept && isTyped && <KeptNotice hasPictures />}
          {failure && <ErrorPanel title="The brand was not saved">{failure}</ErrorPanel>}
          {conflict && (
            <ConflictPanel conflict={conflict} thing="brand" onReload={reload} onOverwrite={overwrite} />
          )}
          <NameCard field={field} values={values} onChange={change} />
          <PicturesCard
            field={field}
            saved={Object.fromEntries(brandPictureNames.map((name) => [name, known[name]?.url]))}
            picked={pictures}
            onChange={setPictures}
          />
          <ColoursCard field={field} values={values} onChange={change} />
          <LettersCard field={field} values={values} onChange={change} />
        </form>
        <BrandPreview
          look={look}
          name={values.name.trim() || known.name}
          logos={{ light: shownLogo('logo_light'), dark: shownLogo('logo_dark') }}
        />
      </div>
      <SaveBar
        formId={id}
        unsaved={isChanged ? 'the brand' : ''}
        isBusy={isBusy}
        onDiscard={() => onRestart(known)}
      />
      <UnsavedGuard when={isChanged} title="Leave without saving?">
        What you changed here is not saved yet.
      </UnsavedGuard>
    </>
  )

  function shownLogo(name: 'logo_light' | 'logo_dark'): File | string | null {
    const picked = pictures[name]
    return picked === 'removed' ? null : (picked ?? known[name]?.url ?? null)
  }
}

/** What is being typed is no colour for a moment: the preview then keeps the last one that was. */
function useLook(values: BrandValues) {
  const { fonts, corners } = values
  const written = useDeferredValue(brandColourNames.map((name) => values[name]).join(' '))
  const [last, setLast] = useState(written)
  const colours = useMemo(() => coloursIn(written), [written])
  if (colours && last !== written) setLast(written)
  const shown = colours ?? coloursIn(last)
  return shown && { colours: shown, fonts, corners }
}

function coloursIn(written: string) {
  const [page = '', main = '', link = '', highlight = ''] = written.split(' ')
  return readBrandColours({ page, main, link, highlight })
}

function readBrand(): Promise<BrandResponse> {
  return api.get<BrandResponse>('/api/brand')
}

type BrandPreviewProps = {
  /** Null until four colours are there. */
  look: BrandLook | null
  name: string
  logos: Record<'light' | 'dark', File | string | null>
}

type Preview = { css: string; name: string; logo: string | null }

const widths = [
  { label: 'Phone', width: 360, height: 720 },
  { label: 'Laptop', width: 1280, height: 800 },
] as const

/** The shop's real pages, without their scripts, in the brand as it is being made. */
function BrandPreview({ look, name, logos }: BrandPreviewProps) {
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
  const preview = { css: look ? brandSheet(look, fontFiles[look.fonts]) : '', name, logo }
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
            <Frame title={`${label} preview`} {...{ address: shown, width, height, preview }} />
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

type FrameProps = { title: string; address: string; width: number; height: number; preview: Preview }

/** As wide as the device, made small to fit: the page breaks its lines as it does there. */
function Frame({ title, address, width, height, preview }: FrameProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [scale, setScale] = useState(0.4)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setScale(entry.contentRect.width / width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [width])
  const { css, name, logo } = preview
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
function paint({ contentDocument, contentWindow }: HTMLIFrameElement, { css, name, logo }: Preview): void {
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
