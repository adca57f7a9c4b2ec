import type { ComponentProps } from 'react'
import { useRef } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, Field, type FieldTexts, useFieldIds } from './field.tsx'
import { type Suggestion, suggestionCount } from './suggestions.ts'
import { useHydrated } from './use-hydrated.ts'
import { useSuggestionList } from './use-suggestion-list.ts'

export type ComboboxProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'list' | 'type' | 'ref' | 'prefix'> & {
    suggestions: readonly Suggestion[]
    onChoose?: (suggestion: Suggestion) => void
  }

/** A text field that suggests; anything else may be typed too. Until scripts run, the browser's own list suggests. */
export function Combobox(props: ComboboxProps) {
  const { label, help, error, warning, optional, hideLabel, id: givenId, className, ...more } = props
  const { suggestions, onChoose, ...rest } = more
  const words = { help, error, warning, optional, hideLabel }
  const { id, describedBy } = useFieldIds(givenId, words)
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
    <Field id={id} label={label} className={className} {...words}>
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
            {suggestions.map(({ text, value }) => (
              <option key={text} value={value ?? text}>
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
