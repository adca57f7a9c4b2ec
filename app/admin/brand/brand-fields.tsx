import { useDeferredValue, useMemo } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FilePicker } from '#app/ui/file-picker.tsx'
import { CheckIcon } from '#app/ui/icons.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { BrandResponse } from '#contract/settings.ts'
import {
  type BrandForm,
  type BrandPictureName,
  brandColourLabels,
  brandPictureNames,
  type CornerStyle,
  colourMistakeText,
  cornerStyleLabels,
  cornerStyles,
  type FontPair,
  fontPairLabels,
  fontPairs,
  longestBrandTexts,
  readBrandColours,
  smallestIcon,
} from '#rules/brand.ts'
import {
  type BrandColourName,
  brandColourNames,
  type ColourMistake,
  colourMistakes,
} from '#rules/brand-colours.ts'
import { parseColour } from '#rules/colours.ts'
import { FormCard } from '../form-card.tsx'
import { useFilePreview } from '../pictures.ts'

type FieldProps = (name: string) => { id: string; name: string; error: string | undefined }

type CardProps = {
  field: FieldProps
  values: BrandValues
  onChange(changes: Partial<BrandValues>): void
}

export function NameCard({ field, values, onChange }: CardProps) {
  return (
    <FormCard id="name" title="Name">
      <TextField
        {...field('name')}
        label="Name of the shop"
        value={values.name}
        maxLength={longestBrandTexts.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextField
        {...field('line')}
        label="Short line"
        help="What the shop is about, where a phone puts it on its home screen."
        optional
        value={values.line}
        maxLength={longestBrandTexts.line}
        onChange={({ currentTarget }) => onChange({ line: currentTarget.value })}
      />
    </FormCard>
  )
}

const pictureTexts: Record<BrandPictureName, { label: string; help: string; accept: string }> = {
  logo_light: {
    label: 'Logo for light grounds',
    help: 'SVG or PNG. Also in e-mails and on packing slips.',
    accept: 'image/svg+xml,image/png',
  },
  logo_dark: {
    label: 'Logo for dark grounds',
    help: 'SVG or PNG, in light colours. For the footer, and for a dark page.',
    accept: 'image/svg+xml,image/png',
  },
  icon: {
    label: 'Icon',
    help: `SVG, or a square picture of at least ${smallestIcon} × ${smallestIcon} pixels. All sizes are made from it.`,
    accept: 'image/svg+xml,image/png,image/jpeg,image/webp',
  },
  share_card: {
    label: 'Share card',
    help: 'Shown in chats when somebody shares the shop. 1200 × 630 pixels, or larger: it is cut to that.',
    accept: 'image/png,image/jpeg,image/webp,image/avif',
  },
}

type PicturesCardProps = {
  field: FieldProps
  saved: Partial<Record<BrandPictureName, string | undefined>>
  picked: PickedPictures
  onChange(picked: PickedPictures): void
}

export function PicturesCard({ field, saved, picked, onChange }: PicturesCardProps) {
  return (
    <FormCard
      id="pictures"
      title="Logo and pictures"
      help="Without a logo, the name is written in the header."
    >
      {brandPictureNames.map((name) => (
        <BrandPicture
          key={name}
          {...field(name)}
          picture={name}
          saved={saved[name]}
          picked={picked[name]}
          onPick={(file) => onChange({ ...picked, [name]: file })}
          onRemove={() => {
            const { [name]: _, ...others } = picked
            onChange(saved[name] && !picked[name] ? { ...others, [name]: 'removed' } : others)
          }}
        />
      ))}
    </FormCard>
  )
}

type BrandPictureProps = ReturnType<FieldProps> & {
  picture: BrandPictureName
  saved: string | undefined
  picked: File | 'removed' | undefined
  onPick(file: File): void
  onRemove(): void
}

function BrandPicture({ picture, saved, picked, onPick, onRemove, error, ...names }: BrandPictureProps) {
  const { label, help, accept } = pictureTexts[picture]
  const file = picked instanceof File ? picked : null
  const preview = useFilePreview(file)
  const shown = file
    ? [{ id: picture, name: file.name, size: file.size, ...(preview && { preview }) }]
    : saved && picked !== 'removed'
      ? [{ id: picture, name: label, preview: saved }]
      : []
  return (
    <FilePicker
      {...names}
      {...(error && { error })}
      label={label}
      help={help}
      accept={accept}
      optional
      buttonLabel="Choose file"
      files={shown}
      onAdd={([chosen]) => chosen && onPick(chosen)}
      onRemove={onRemove}
    />
  )
}

const colourHelp: Record<BrandColourName, string> = {
  page: 'The ground of every page, light or dark.',
  main: 'Buttons, headings and, on light pages, the footer.',
  link: 'Links and what is chosen.',
  highlight: 'Small shapes: underlines, hearts, counts.',
}

export function ColoursCard({ field, values, onChange }: CardProps) {
  const written = useDeferredValue(brandColourNames.map((name) => values[name]).join(' '))
  const mistakes = useMemo(() => mistakesIn(written), [written])
  return (
    <FormCard
      id="colours"
      title="Colours"
      help="All other colours follow from these four. Everybody must be able to read the shop, in midday sun too: a colour that is too pale is not taken."
    >
      {brandColourNames.map((name) => (
        <ColourField
          key={name}
          {...field(name)}
          colour={name}
          value={values[name]}
          mistake={mistakes[name]}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </FormCard>
  )
}

function mistakesIn(written: string): Partial<Record<BrandColourName, ColourMistake>> {
  const [page = '', main = '', link = '', highlight = ''] = written.split(' ')
  const colours = readBrandColours({ page, main, link, highlight })
  return colours === null ? {} : colourMistakes(colours)
}

type ColourFieldProps = ReturnType<FieldProps> & {
  colour: BrandColourName
  value: string
  mistake: ColourMistake | undefined
  onChange(value: string): void
}

/** What is wrong with a colour is said at once: nobody can guess contrast. */
function ColourField({ colour, value, mistake, error, onChange, ...names }: ColourFieldProps) {
  const label = brandColourLabels[colour]
  const known = parseColour(value)
  const nearest = mistake?.nearest
  const wrong = mistake ? colourMistakeText(mistake) : known === null ? error : undefined
  return (
    <div className="grid gap-2">
      <div className="flex items-start gap-3">
        <input
          type="color"
          aria-label={`Pick ${label.toLowerCase()}`}
          value={known ?? '#000000'}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="mt-6.5 h-12 w-14 flex-none rounded-control border border-input bg-card p-1"
        />
        <TextField
          {...names}
          label={label}
          help={colourHelp[colour]}
          {...(wrong && { error: wrong })}
          value={value}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="flex-1"
        />
      </div>
      {nearest && (
        <Button
          variant="secondary"
          size="sm"
          className="justify-self-start"
          onClick={() => onChange(nearest)}
        >
          <span
            aria-hidden="true"
            className="size-5 rounded-full border border-input"
            style={{ background: nearest }}
          />
          Use nearest for {label.toLowerCase()}
        </Button>
      )}
      {known && !wrong && (
        <p className="flex items-center gap-1.5 text-sm font-medium text-success">
          <CheckIcon size={18} />
          Easy to read everywhere
        </p>
      )}
    </div>
  )
}

export function LettersCard({ field, values, onChange }: CardProps) {
  const { error: _, ...fonts } = field('fonts')
  const { error: __, ...corners } = field('corners')
  return (
    <FormCard id="letters" title="Letters and corners">
      <RadioCards
        {...fonts}
        label="Letters"
        value={values.fonts}
        cards={fontPairs.map((pair) => ({ value: pair, title: fontPairLabels[pair] }))}
        onChange={(pair) => onChange({ fonts: fontPairs.find((each) => each === pair) ?? 'classic' })}
      />
      <RadioCards
        {...corners}
        label="Corners"
        value={values.corners}
        cards={cornerStyles.map((style) => ({ value: style, title: cornerStyleLabels[style] }))}
        onChange={(style) => onChange({ corners: cornerStyles.find((each) => each === style) ?? 'soft' })}
      />
    </FormCard>
  )
}

export type BrandValues = BrandForm & { fonts: FontPair; corners: CornerStyle }

/** A file that was picked just now, or a picture that is to go. */
export type PickedPictures = Partial<Record<BrandPictureName, File | 'removed'>>

export function startValues({ name, line, colours, fonts, corners }: BrandResponse): BrandValues {
  return { name, line, ...colours, fonts, corners }
}

export function toForm(
  values: BrandValues,
  pictures: PickedPictures,
  seen: Pick<BrandResponse, 'version' | 'name_version'>,
): FormData {
  const form = new FormData()
  const { version, name_version } = seen
  for (const [name, value] of Object.entries({ ...values, version, name_version }))
    form.append(name, String(value))
  const chosen = Object.entries(pictures)
  for (const [name, file] of chosen) if (file instanceof File) form.append(name, file, file.name)
  const removed = chosen.filter(([, file]) => file === 'removed').map(([name]) => name)
  form.append('remove', removed.join(','))
  return form
}
