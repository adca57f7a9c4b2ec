import { type ComponentProps, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'
import { useHydrated } from './use-hydrated.ts'

type ComboboxProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'list' | 'type' | 'ref' | 'prefix'> & {
    suggestions: readonly Suggestion[]
    onChoose?: (suggestion: Suggestion) => void
  }

/** A text field that suggests; anything else may be typed too. Until scripts run, the browser's own list suggests. */
export function Combobox(props: ComboboxProps) {
  const { label, help, error, warning, optional, hideLabel, id: givenId, className, ...more } = props
  const { suggestions, onChoose, ...rest } = more
  const texts = { help, error, warning, optional, hideLabel }
  const { id, describedBy } = useFieldIds(givenId, texts)
  const listId = `${id}-list`
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const list = useSuggestionList(input, suggestions, onChoose)
  const roles = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': list.open,
    'aria-controls': listId,
    'aria-activedescendant': list.line >= 0 ? `${listId}-${list.line}` : undefined,
  } as const

  return (
    <Field id={id} label={label} className={className} {...texts}>
      <div className="relative">
        <input
          autoComplete="off"
          {...rest}
          {...(hydrated ? roles : { list: listId })}
          ref={input}
          type="text"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy}
          className={classNames(controlClass, 'min-h-12')}
          onChange={(event) => {
            list.follow()
            rest.onChange?.(event)
          }}
          onClick={list.follow}
          onKeyDown={(event) => {
            list.press(event)
            rest.onKeyDown?.(event)
          }}
          onBlur={(event) => {
            list.close()
            rest.onBlur?.(event)
          }}
        />
        {hydrated ? (
          <SuggestionList id={listId} label={label} list={list} />
        ) : (
          <datalist id={listId}>
            {suggestions.map(({ text }) => (
              <option key={text} value={text}>
                {text}
              </option>
            ))}
          </datalist>
        )}
      </div>
      <div role="status" className="sr-only">
        {list.open ? suggestionCount(list.shown.length) : ''}
      </div>
    </Field>
  )
}

type ListProps = { id: string; label: FieldTexts['label']; list: ReturnType<typeof useSuggestionList> }

function SuggestionList({ id, label, list }: ListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={typeof label === 'string' ? label : 'Suggestions'}
      hidden={!list.open || list.shown.length === 0}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-66 overflow-y-auto rounded-control border border-input bg-raised py-1 shadow-pop"
    >
      {list.shown.map((suggestion, line) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field keeps the focus and its arrow keys walk through the list.
        <div
          key={suggestion.text}
          id={`${id}-${line}`}
          role="option"
          aria-selected={line === list.line}
          className="flex min-h-11 cursor-pointer items-center px-4 hover:bg-muted aria-selected:bg-accent aria-selected:text-link"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => list.choose(suggestion)}
        >
          {suggestion.text}
        </div>
      ))}
    </div>
  )
}

type InputRef = RefObject<HTMLInputElement | null>

/** The state of a list of suggestions under a text field: what it shows, and which line the arrows are on. */
function useSuggestionList(
  field: InputRef,
  suggestions: readonly Suggestion[],
  onChoose: ((suggestion: Suggestion) => void) | undefined,
) {
  const [typed, setTyped] = useState<string | null>(null)
  const [line, setLine] = useState(-1)
  const open = typed !== null
  const shown = open ? matchingSuggestions(suggestions, typed) : []

  useEffect(() => {
    if (line >= 0)
      document.getElementById(`${field.current?.id}-list-${line}`)?.scrollIntoView({ block: 'nearest' })
  }, [line, field])

  const close = () => {
    setTyped(null)
    setLine(-1)
  }
  const follow = () => {
    setTyped(field.current?.value ?? '')
    setLine(-1)
  }
  const choose = (suggestion: Suggestion) => {
    write(field.current, suggestion.text)
    close()
    onChoose?.(suggestion)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setTyped('')
      return setLine(nextLine(line, event.key === 'ArrowDown' ? 1 : -1, shown.length))
    }
    const chosen = shown[line]
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      return choose(chosen)
    }
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }
  return { open, shown, line, follow, choose, close, press }
}

/** Writes as a person would, so that everything that listens to typing hears it. */
function write(field: HTMLInputElement | null, value: string) {
  if (!field) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

type Suggestion = { text: string }

const plainLetters: Record<string, string> = { ɛ: 'e', ɔ: 'o', ŋ: 'n', ɖ: 'd', ƒ: 'f', ɣ: 'g', ʋ: 'v' }

/** Small, without accents: whoever has no ɛ on the keyboard types e. */
function plain(text: string): string {
  const small = text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  return small.replaceAll(/[ɛɔŋɖƒɣʋ]/g, (letter) => plainLetters[letter] ?? letter)
}

/** Those that begin with what was typed, then those with a later word that does; all of them while nothing is typed. */
export function matchingSuggestions(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const wanted = plain(typed)
  if (wanted === '') return [...suggestions]
  const first = suggestions.filter(({ text }) => plain(text).startsWith(wanted))
  const later = suggestions.filter(({ text }) => {
    const [, ...words] = plain(text).split(/[\s,()/-]+/)
    return words.some((_, index) => words.slice(index).join(' ').startsWith(wanted))
  })
  return [...first, ...later.filter((suggestion) => !first.includes(suggestion))]
}

/** Which line of the list an arrow leads to; from the field itself (-1) down to the first, up to the last. */
export function nextLine(current: number, step: 1 | -1, count: number): number {
  if (count === 0) return -1
  if (current === -1) return step === 1 ? 0 : count - 1
  return (current + step + count) % count
}

export function suggestionCount(count: number): string {
  if (count === 0) return 'No suggestions'
  return count === 1 ? '1 suggestion' : `${count} suggestions`
}
