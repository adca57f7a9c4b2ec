import { useCallback, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type ApiProblem, isAboutFields } from '#app/data/api-problem.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { type SettingName, type SettingsForm, settingMistakes, settingNames } from '#rules/settings-fields.ts'
import { changedSettings, draftOf, pick, readSettingsForm, type SettingsDraft } from './settings-values.ts'

export type Conflict = {
  /** What somebody else has changed meanwhile. */
  changed: SettingName[]
  theirs: SettingsResponse
}

export type SettingsStart = {
  /** What the fields begin with. */
  form: SettingsForm
  /** Which version of the settings it was typed over. */
  version: number
}

type SettingsFormOptions = {
  known: SettingsResponse
  start: SettingsStart
  draft: Draft<SettingsDraft>
  onSaved(saved: SettingsResponse): void
}

/** The settings as they are being typed: what there is to save, and how it is saved. */
export function useSettingsForm({ known, start, draft, onSaved }: SettingsFormOptions) {
  const { submit, isBusy, failure } = useSubmit()
  const [values, setValues] = useState(start.form)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const read = (data: FormData) => readSettingsForm(data, known.settings)
  const { form, onSubmit, refuse, clear, ...errors } = useFormErrors((data) => {
    const wanted = read(data)
    return settingMistakes(pick(wanted, changedSettings(wanted, known.settings)))
  })
  const changed = changedSettings(values, known.settings)
  useKeepDraft(draft, draftOf(values, known.settings, start.version))

  const save = async (wanted: SettingsForm, version: number) => {
    const names = changedSettings(wanted, known.settings)
    if (names.length === 0) return
    await submit({ refuse: (fields) => refuse(withoutPrefix(fields)), onFailure }, async () => {
      const body = { version, settings: pick(wanted, names) }
      onSaved(await api.put<SettingsResponse>('/api/settings', { body }))
      return { title: 'Settings saved' }
    })
  }
  const onFailure = async (problem: ApiProblem) => {
    const theirs = problem.code === 'conflict' ? await readTheirs() : null
    if (theirs) setConflict({ theirs, changed: namesIn(problem.details.changed) })
    return theirs !== null || isAboutFields(problem)
  }
  const update = useCallback(() => {
    const { current } = form.ref
    if (current) setValues(readSettingsForm(new FormData(current), known.settings))
  }, [form.ref, known])
  return {
    ...errors,
    form: {
      ...form,
      onSubmit: onSubmit((data) => void save(read(data), start.version)),
      onChange: (event: Parameters<typeof form.onChange>[0]) => {
        form.onChange(event)
        update()
      },
    },
    values,
    /** After a row came or went: its neighbours have new names, so what was said about them no longer fits. */
    update: () => {
      clear()
      update()
    },
    changed,
    isBusy,
    failure,
    conflict,
    save,
  }
}

async function readTheirs(): Promise<SettingsResponse | null> {
  try {
    return await api.get<SettingsResponse>('/api/settings')
  } catch {
    return null
  }
}

function namesIn(listed: unknown): SettingName[] {
  return Array.isArray(listed) ? settingNames.filter((name) => listed.includes(name)) : []
}

/** The shop says `settings.contact.phone`; the field is called `contact.phone`. */
function withoutPrefix(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.replace(/^settings\./, ''), message]),
  )
}
