import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useRevalidator } from 'react-router'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type ApiProblem, isAboutFields } from '#app/data/api-problem.ts'
import { upload } from '#app/data/upload.ts'
import { useFetch } from '#app/data/use-fetch.ts'
import { pageMeta } from '#app/layout/page-meta.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { BrandResponse } from '#contract/settings.ts'
import { brandMistakes, brandPictureNames, readBrandColours } from '#rules/brand.ts'
import { brandColourNames } from '#rules/brand-colours.ts'
import { type Conflict, ConflictPanel, conflictIn } from '../conflict.tsx'
import { FormPage, SaveBar } from '../form-card.tsx'
import type { Route } from './+types/brand-page.ts'
import { ColoursCard, LettersCard, NameCard, PicturesCard } from './brand-fields.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { type BrandValues, type PickedPictures, startValues, toForm } from './brand-values.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Brand', hidden: true })
}

/** How the shop looks, on every page, in e-mails and on paper. */
export default function BrandPage() {
  const fetched = useFetch<BrandResponse>('/api/brand')
  const { revalidate } = useRevalidator()
  const [round, setRound] = useState(0)
  const restart = (known: BrandResponse) => {
    fetched.replace(known)
    setRound((before) => before + 1)
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
      {(data) => <BrandEditor key={round} known={data} onRestart={restart} />}
    </FormPage>
  )
}

type BrandEditorProps = { known: BrandResponse; onRestart(known: BrandResponse): void }

function BrandEditor({ known, onRestart }: BrandEditorProps) {
  const id = useId()
  const { submit, isBusy, failure } = useSubmit()
  const [values, setValues] = useState<BrandValues>(() => startValues(known))
  const [pictures, setPictures] = useState<PickedPictures>({})
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { form, field, summary, onSubmit, refuse } = useFormErrors(() => brandMistakes(values))
  const isChanged =
    JSON.stringify(values) !== JSON.stringify(startValues(known)) || Object.keys(pictures).length > 0
  const change = (changes: Partial<BrandValues>) => setValues((before) => ({ ...before, ...changes }))
  const look = useLook(values)
  // A colour may be put right by a press, or by another colour: typing into its own field is not needed.
  const mistakes = useMemo(() => brandMistakes(values), [values])
  const isPutRight = (at: string) =>
    brandColourNames.some((name) => field(name).id === at && mistakes[name] === undefined)

  const save = async (seen: Pick<BrandResponse, 'version' | 'name_version'>) => {
    setConflict(null)
    const onFailure = (problem: ApiProblem) => {
      setConflict(conflictIn(problem))
      return conflictIn(problem) !== null || isAboutFields(problem)
    }
    await submit({ refuse, onFailure }, async () => {
      onRestart(await upload<BrandResponse>('PUT', '/api/brand', toForm(values, pictures, seen)))
      return { title: 'Brand saved' }
    })
  }
  const reload = () => void submit({}, async () => void onRestart(await readBrand()))
  const overwrite = () => void submit({ key: 'read' }, async () => void (await save(await readBrand())))
  return (
    <>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(24rem,1fr)_minmax(0,1.2fr)]">
        <form {...form} id={id} onSubmit={onSubmit(() => void save(known))} className="grid gap-6">
          <ErrorSummary {...summary} errors={summary.errors.filter(({ id: at }) => !isPutRight(at))} />
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
