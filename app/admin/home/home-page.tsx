import { useId, useState } from 'react'
import { UnsavedGuard } from '#app/components/unsaved-guard.tsx'
import { useSubmit } from '#app/components/use-submit.ts'
import { type ApiProblem, api, isAboutFields } from '#app/data/api.ts'
import { upload } from '#app/data/upload.ts'
import { pageMeta } from '#app/layout/page-meta-and-frame.ts'
import { isFlag, isNumber, isText, listOf, oneOf, orNull, shapeOf } from '#app/session/draft-shape.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { Button, IconButton } from '#app/ui/button.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { ErrorSummary, useFormErrors } from '#app/ui/form-errors.tsx'
import { ArrowDownIcon, ArrowUpIcon } from '#app/ui/icons.tsx'
import { Switch } from '#app/ui/switch.tsx'
import type { HomeResponse, UploadResponse } from '#contract/content.ts'
import { middle } from '#rules/focus-point.ts'
import {
  type HomeForm,
  homeMistakes,
  homeSectionLabels,
  homeSections,
  longestHome,
  moveSection,
} from '#rules/home-page.ts'
import { type Conflict, ConflictPanel, conflictIn } from '../conflict.tsx'
import { FocusPicture } from '../focus-picture.tsx'
import { FormCard, FormPage, KeptNotice, SaveBar, useFormPage, withoutPrefix } from '../form-card.tsx'
import { pictureMistake, shrinkPicture } from '../pictures.ts'
import type { Route } from './+types/home-page.ts'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Home page', hidden: true })
}

/** What visitors see first, as its owner wants it. */
export default function HomeEditorPage() {
  const { fetched, draft, kept, round, restart } = useFormPage<HomeResponse, HomeDraft>(
    '/api/home',
    'home',
    isHomeDraft,
  )
  return (
    <FormPage
      title="Home page"
      help="What you save here is what visitors see at once."
      thing="home page"
      fetched={fetched}
    >
      {(data) => (
        <HomeEditor key={round} known={data} start={kept ?? data} draft={draft} onRestart={restart} />
      )}
    </FormPage>
  )
}

/** What was typed, and over which version: a colleague's change meanwhile is then still noticed. */
type HomeDraft = Pick<HomeResponse, 'home' | 'version'>

const isButton = shapeOf<HomeForm['buttons']['first']>({ label: isText, to: isText })

const isHomeDraft = shapeOf<HomeDraft>({
  version: isText,
  home: shapeOf<HomeForm>({
    heading: isText,
    line: isText,
    buttons: shapeOf({ first: isButton, second: isButton }),
    picture: orNull(shapeOf({ address: isText, alt: isText, focus: shapeOf({ x: isNumber, y: isNumber }) })),
    sections: listOf(shapeOf({ name: oneOf(homeSections), is_shown: isFlag })),
  }),
})

type HomeEditorProps = {
  known: HomeResponse
  /** What the fields begin with. */
  start: HomeDraft
  draft: Draft<HomeDraft>
  onRestart(known: HomeResponse): void
}

function HomeEditor({ known, start, draft, onRestart }: HomeEditorProps) {
  const id = useId()
  const { submit, isBusy, failure } = useSubmit()
  const [home, setHome] = useState<HomeForm>(start.home)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const { form, field, summary, onSubmit, refuse } = useFormErrors(() => homeMistakes(home))
  const isChanged = JSON.stringify(home) !== JSON.stringify(known.home)
  useKeepDraft(draft, isChanged ? { home, version: start.version } : null)
  const change = (changes: Partial<HomeForm>) => setHome((before) => ({ ...before, ...changes }))

  const save = async (expected: string) => {
    setConflict(null)
    const onFailure = (problem: ApiProblem) => {
      setConflict(conflictIn(problem))
      return conflictIn(problem) !== null || isAboutFields(problem)
    }
    await submit({ refuse: (fields) => refuse(withoutPrefix('home', fields)), onFailure }, async () => {
      onRestart(await api.put<HomeResponse>('/api/home', { body: { expected, home } }))
      return { title: 'Home page saved' }
    })
  }
  const reload = () => void submit({}, async () => void onRestart(await api.get<HomeResponse>('/api/home')))
  return (
    <>
      <form
        {...form}
        id={id}
        onSubmit={onSubmit(() => void save(start.version))}
        className="grid max-w-4xl gap-6"
      >
        <ErrorSummary {...summary} />
        {start !== known && isChanged && <KeptNotice />}
        {failure && <ErrorPanel title="The home page was not saved">{failure}</ErrorPanel>}
        {conflict && (
          <ConflictPanel
            conflict={conflict}
            thing="page"
            onReload={reload}
            onOverwrite={() => void save(conflict.at)}
          />
        )}
        <FormCard id="welcome" title="Welcome" help="The first words and the large picture.">
          <TextField
            {...field('heading')}
            label="Heading"
            value={home.heading}
            maxLength={longestHome.heading}
            onChange={({ currentTarget }) => change({ heading: currentTarget.value })}
          />
          <TextField
            {...field('line')}
            label="Line below it"
            optional
            value={home.line}
            maxLength={longestHome.line}
            onChange={({ currentTarget }) => change({ line: currentTarget.value })}
          />
          {(['first', 'second'] as const).map((place) => {
            const button = home.buttons[place]
            const write = (changes: Partial<typeof button>) =>
              change({ buttons: { ...home.buttons, [place]: { ...button, ...changes } } })
            const name = place === 'first' ? 'First button' : 'Second button'
            return (
              <div key={place} className="grid gap-5 md:grid-cols-2">
                <TextField
                  {...field(`buttons.${place}.label`)}
                  label={name}
                  help="Without words it is not shown."
                  optional
                  value={button.label}
                  maxLength={longestHome.label}
                  onChange={({ currentTarget }) => write({ label: currentTarget.value })}
                />
                <TextField
                  {...field(`buttons.${place}.to`)}
                  label={`${name} leads to`}
                  help="A page such as /shop, or a web address."
                  value={button.to}
                  maxLength={longestHome.to}
                  onChange={({ currentTarget }) => write({ to: currentTarget.value })}
                />
              </div>
            )
          })}
        </FormCard>
        <PictureCard picture={home.picture} field={field} onChange={(picture) => change({ picture })} />
        <SectionsCard sections={home.sections} onChange={(sections) => change({ sections })} />
      </form>
      <SaveBar
        formId={id}
        unsaved={isChanged ? 'the home page' : ''}
        isBusy={isBusy}
        onDiscard={() => onRestart(known)}
      />
      <UnsavedGuard when={isChanged} title="Leave without saving?">
        What you changed on this page is not saved yet.
      </UnsavedGuard>
    </>
  )
}

const crops = [
  { label: 'On a phone', shape: 'aspect-10/9 w-32 md:w-48' },
  { label: 'On a laptop', shape: 'aspect-4/3 w-38 md:w-64' },
]

type PictureCardProps = {
  picture: HomeForm['picture']
  field(name: string): { id: string; name: string; error: string | undefined }
  onChange(picture: HomeForm['picture']): void
}

function PictureCard({ picture, field, onChange }: PictureCardProps) {
  const { submit, isBusy, failure } = useSubmit()
  const [mistake, setMistake] = useState<string>()
  const pick = async (picked: File | undefined) => {
    if (!picked) return
    const file = await shrinkPicture(picked)
    const wrong = pictureMistake(file)
    setMistake(wrong)
    if (wrong) return
    await submit({}, async () => {
      const form = new FormData()
      form.append('image', file, file.name)
      const { url } = await upload<UploadResponse>('POST', '/api/uploads', form)
      onChange({ address: url, alt: picture?.alt ?? '', focus: middle })
    })
  }
  const { error, ...names } = field('picture')
  return (
    <FormCard
      id="picture"
      title="Picture"
      help="Phones show it nearly square, laptops 4 by 3. Press on the picture where it must never be cut."
    >
      <FilePicker
        {...names}
        label="Picture of the welcome"
        buttonLabel={picture ? 'Change picture' : 'Choose picture'}
        help="JPEG, PNG, WebP, AVIF or HEIC, up to 15 MB. Best at least 1200 pixels wide."
        error={mistake ?? failure ?? error}
        files={[]}
        onAdd={([file]) => void pick(file)}
        onRemove={() => undefined}
      />
      {isBusy && <p role="status">Sending the picture...</p>}
      {!picture && !isBusy && (
        <p className="text-muted-foreground">The picture that came with the shop is shown.</p>
      )}
      {picture && (
        <>
          <FocusPicture
            address={picture.address}
            focus={picture.focus}
            crops={crops}
            onChange={(focus) => onChange({ ...picture, focus })}
          />
          <TextField
            {...field('alt')}
            label="What the picture shows"
            help="Read out to those who cannot see it."
            value={picture.alt}
            maxLength={longestHome.alt}
            onChange={({ currentTarget }) => onChange({ ...picture, alt: currentTarget.value })}
          />
          <Button variant="secondary" className="justify-self-start" onClick={() => onChange(null)}>
            Remove this picture
          </Button>
        </>
      )}
    </FormCard>
  )
}

type SectionsCardProps = {
  sections: HomeForm['sections']
  onChange(sections: HomeForm['sections']): void
}

function SectionsCard({ sections, onChange }: SectionsCardProps) {
  return (
    <FormCard
      id="sections"
      title="Sections"
      help="Which of them are shown below the welcome, and in which order."
    >
      <ol className="grid gap-2">
        {sections.map(({ name, is_shown }, index) => {
          const label = homeSectionLabels[name]
          return (
            <li
              key={name}
              className="flex items-center gap-1 rounded-control border border-border py-1 pr-1 pl-4"
            >
              <Switch
                label={label}
                help={name === 'sale' ? 'Only while it is on in the settings.' : undefined}
                checked={is_shown}
                onChange={({ currentTarget }) =>
                  onChange(sections.with(index, { name, is_shown: currentTarget.checked }))
                }
                className="flex-1"
              />
              <IconButton
                label={`Move ${label} up`}
                disabled={index === 0}
                onClick={() => onChange(moveSection(sections, name, -1))}
              >
                <ArrowUpIcon size={20} />
              </IconButton>
              <IconButton
                label={`Move ${label} down`}
                disabled={index === sections.length - 1}
                onClick={() => onChange(moveSection(sections, name, 1))}
              >
                <ArrowDownIcon size={20} />
              </IconButton>
            </li>
          )
        })}
      </ol>
    </FormCard>
  )
}
