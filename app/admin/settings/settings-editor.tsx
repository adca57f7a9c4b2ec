import { useEffect, useId, useRef } from 'react'
import type { Draft } from '#app/session/drafts.ts'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { WarningIcon } from '#app/ui/icons.tsx'
import type { SettingsResponse } from '#contract/settings-form.ts'
import type { SettingsForm } from '#rules/settings-fields.ts'
import { defaultChatNumber } from '#rules/shop-facts.ts'
import { LeavingAsks } from '../leaving-asks.tsx'
import { BannerFields } from './banner-fields.tsx'
import { ContactFields } from './contact-fields.tsx'
import { FeeFields } from './fee-fields.tsx'
import { PaymentFields } from './payment-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsConflict } from './settings-conflict.tsx'
import type { SettingsDraft } from './settings-draft.ts'
import { ShopFields } from './shop-fields.tsx'
import { SocialFields } from './social-fields.tsx'
import { StockFields } from './stock-fields.tsx'
import { type SettingsStart, useSettingsForm } from './use-settings-form.ts'

type SettingsEditorProps = {
  known: SettingsResponse
  start: SettingsStart
  draft: Draft<SettingsDraft>
  /** The fields begin with what was typed before a sign-in ran out. */
  wasKept: boolean
  /** The form begins anew with what the shop knows, and with `form` in its fields. */
  onAfresh(known: SettingsResponse, form?: SettingsForm): void
}

export function SettingsEditor({ known, start, draft, wasKept, onAfresh }: SettingsEditorProps) {
  const id = useId()
  const { form, field, summary, values, follow, changed, isBusy, failure, conflict, save } = useSettingsForm({
    known,
    start,
    draft,
    onSaved: onAfresh,
  })
  const parts = { field, start: start.form }
  return (
    <>
      {known.settings.chat_number === defaultChatNumber && <Placeholder />}
      <form {...form} id={id} className="grid max-w-4xl gap-6">
        <ErrorSummary {...summary} />
        {wasKept && changed.length > 0 && (
          <p role="status" className="text-muted-foreground">
            We kept what you had typed. It is not saved yet.
          </p>
        )}
        {failure && <Failed>{failure}</Failed>}
        {conflict && (
          <SettingsConflict
            conflict={conflict}
            mine={values}
            isBusy={isBusy}
            onKeepMine={() => void save(values, conflict.theirs.version)}
            onTakeTheirs={(merged) => onAfresh(conflict.theirs, merged)}
          />
        )}
        <ShopFields {...parts} />
        <ContactFields {...parts} />
        <SocialFields {...parts} />
        <BannerFields {...parts} banner={values.sale_banner} />
        <FeeFields
          {...parts}
          rows={values.delivery_fees}
          saved={known.settings.delivery_fees}
          onRows={follow}
        />
        <PaymentFields {...parts} canPayOnline={known.can_pay_online} />
        <StockFields {...parts} />
      </form>
      <SaveBar formId={id} changed={changed} isBusy={isBusy} onDiscard={() => onAfresh(known)} />
      <LeavingAsks when={changed.length > 0} />
    </>
  )
}

function Placeholder() {
  return (
    <p
      role="note"
      className="flex max-w-4xl items-start gap-3 rounded-card border border-warning bg-warning-soft p-4 font-medium text-warning"
    >
      <WarningIcon />
      <span>
        Nobody answers {defaultChatNumber}: it is only a placeholder. Orders on WhatsApp reach you once you
        have entered your own number below.
      </span>
    </p>
  )
}

function Failed({ children }: { children: string }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <ErrorPanel ref={panel} title="The settings were not saved">
      {children} What you entered is still here.
    </ErrorPanel>
  )
}
