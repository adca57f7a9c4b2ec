import { useCallback, useState } from 'react'
import { api } from '#app/data/api.ts'
import { isApiProblem } from '#app/data/api-problem.ts'
import type { Draft } from '#app/session/drafts.ts'
import { useKeepDraft } from '#app/session/use-draft.ts'
import { useToasts } from '#app/ui/toasts.tsx'
import { useFormErrors } from '#app/ui/use-form-errors.ts'
import type { SettingsResponse } from '#contract/settings-form.ts'
import { type SettingName, type SettingsForm, settingMistakes, settingNames } from '#rules/settings-fields.ts'
import { draftOf, type SettingsDraft } from './settings-draft.ts'
import { changedSettings, pick, readSettingsForm } from './settings-values.ts'

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

type SettingsWork = {
  known: SettingsResponse
  start: SettingsStart
  draft: Draft<SettingsDraft>
  onSaved(saved: SettingsResponse): void
}

/** The settings as they are being typed: what there is to save, and how it is saved. */
export function useSettingsForm({ known, start, draft, onSaved }: SettingsWork) {
  const { show } = useToasts()
  const [values, setValues] = useState(start.form)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
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
    setBusy(true)
    setFailure(null)
    try {
      const body = { version, settings: pick(wanted, names) }
      const saved = await api.put<SettingsResponse>('/api/settings', { body })
      show({ title: 'Settings saved', tone: 'success' })
      onSaved(saved)
    } catch (error) {
      await explain(error)
    } finally {
      setBusy(false)
    }
  }
  const explain = async (error: unknown) => {
    if (!isApiProblem(error)) throw error
    const theirs = error.code === 'conflict' ? await readTheirs() : null
    if (theirs) setConflict({ theirs, changed: namesIn(error.details.changed) })
    else if (Object.keys(error.fields).length > 0) refuse(withoutBeginning(error.fields))
    else setFailure(error.message)
  }
  const follow = useCallback(() => {
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
        follow()
      },
    },
    values,
    /** After a row came or went: its neighbours have new names, so what was said about them no longer fits. */
    follow: () => {
      clear()
      follow()
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

function namesIn(told: unknown): SettingName[] {
  return Array.isArray(told) ? settingNames.filter((name) => told.includes(name)) : []
}

/** The shop says `settings.contact.phone`; the field is called `contact.phone`. */
function withoutBeginning(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => [name.replace(/^settings\./, ''), words]),
  )
}
