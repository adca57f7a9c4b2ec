import { useRef, useState } from 'react'
import { useSubmit } from '#app/components/use-submit.ts'
import { api } from '#app/data/api.ts'
import { type Fetched, useFetch } from '#app/data/use-fetch.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { MonitorIcon, SmartphoneIcon } from '#app/ui/signed-in-icons.tsx'
import { LoadingArea, Skeleton } from '#app/ui/skeleton.tsx'
import type { AlertsResponse } from '#contract/team.ts'
import { formatDate } from '#rules/dates.ts'
import { type AlertKind, type AlertWay, alertLabels, alertWays } from '#rules/staff-alerts.ts'
import { tryAlert, useAdminCounts } from '../admin-counts.tsx'
import { forgetPush, type PushAbility, pushAbility, turnOnPush } from './push-browser.ts'

type Alerts = Fetched<AlertsResponse>

/** What somebody hears of, and how: on this phone, by mail, and in the open back office. */
export function AlertsSheet({ onClose }: { onClose(): void }) {
  const alerts = useFetch<AlertsResponse>('/api/alerts')
  const { data, error, refetch, isLoading } = alerts
  return (
    <Sheet id="alerts" open place="right" title="Alerts" onClose={onClose}>
      {error && !data && (
        <ErrorPanel onRetry={refetch} retrying={isLoading}>
          Your alerts could not be loaded. {error.message}
        </ErrorPanel>
      )}
      {!data && !error && (
        <LoadingArea className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-40" />
        </LoadingArea>
      )}
      {data && (
        <div className="grid gap-8">
          <Choices data={data} alerts={alerts} />
          <Phones data={data} alerts={alerts} />
          <Sound />
        </div>
      )}
    </Sheet>
  )
}

type PartProps = { data: AlertsResponse; alerts: Alerts }

const wayLabels = { mail: 'Mail', push: 'Phone', sound: 'Sound' } satisfies Record<AlertWay, string>

function Choices({ data, alerts }: PartProps) {
  const { submit } = useSubmit()
  const office = useAdminCounts()
  const latest = useRef(data)
  latest.current = data
  const show = (kind: AlertKind, way: AlertWay, on: boolean) => {
    const choices = latest.current.choices.map((choice) =>
      choice.kind === kind ? { ...choice, [way]: on } : choice,
    )
    latest.current = { ...latest.current, choices }
    alerts.replace(latest.current)
  }
  const choose = (kind: AlertKind, way: AlertWay, on: boolean) =>
    submit({ key: `${kind} ${way}`, failed: 'This was not saved' }, async () => {
      // The tick moves at once, and back if it could not be saved.
      show(kind, way, on)
      try {
        await api.put<AlertsResponse>('/api/alerts', { body: { kind, way, on } })
      } catch (error) {
        show(kind, way, !on)
        throw error
      }
      if (way === 'sound') office.refetch()
      return undefined
    })
  return (
    <section aria-labelledby="alerts-what" className="grid gap-2">
      <h3 id="alerts-what" className="text-lg font-semibold">
        Tell me about
      </h3>
      <table className="w-full">
        <thead>
          <tr className="border-b border-border text-sm text-muted-foreground">
            <td />
            {alertWays.map((way) => (
              <th key={way} scope="col" className="w-16 py-1 font-medium">
                {wayLabels[way]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {data.choices.map((choice) => (
            <tr key={choice.kind}>
              <th scope="row" className="text-left font-semibold">
                {alertLabels[choice.kind]}
              </th>
              {alertWays.map((way) => (
                <td key={way} className="text-center">
                  <Checkbox
                    hideLabel
                    label={`${alertLabels[choice.kind]}: ${wayLabels[way]}`}
                    checked={choice[way]}
                    onChange={({ target }) => void choose(choice.kind, way, target.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-sm wrap-anywhere text-muted-foreground">
        {data.email === null
          ? 'Mails come once you have confirmed your email address.'
          : `Mails go to ${data.email}.`}
      </p>
    </section>
  )
}

const abilityTexts = {
  can: 'A short note with the number and the amount, also while the shop is closed on your screen.',
  blocked:
    'This browser blocks notifications of the shop. Allow them in its settings for this site, then come back.',
  cannot:
    'This browser cannot show alerts. On an iPhone, add the shop to the home screen first and open it from there.',
} satisfies Record<PushAbility, string>

function Phones({ data, alerts }: PartProps) {
  const { submit, isBusy } = useSubmit()
  const [ability, setAbility] = useState(pushAbility)
  const isOn = data.phones.some((phone) => phone.is_this_one)
  const turnOn = () =>
    submit({ failed: 'Alerts on this device are still off', otherwise: 'The browser refused.' }, async () => {
      const saved = await turnOnPush(data.push_key)
      setAbility(pushAbility())
      if (saved === null) throw new Error('The browser was not allowed to show notifications.')
      alerts.replace(saved)
      return { title: 'Alerts are on', description: 'The first one is on its way to this device.' }
    })
  const remove = ({ id, is_this_one }: AlertsResponse['phones'][number]) =>
    submit({ failed: 'The device was not removed' }, async () => {
      await api.delete(`/api/alerts/phones/${id}`)
      if (is_this_one) await forgetPush().catch(() => undefined)
      alerts.replace({ ...data, phones: data.phones.filter((phone) => phone.id !== id) })
      return { title: 'This device gets no more alerts' }
    })
  return (
    <section aria-labelledby="alerts-phones" className="grid gap-3">
      <h3 id="alerts-phones" className="text-lg font-semibold">
        Phones and browsers
      </h3>
      {data.phones.length > 0 && (
        <ul className="divide-y divide-border border-y border-border">
          {data.phones.map((phone) => (
            <PhoneRow key={phone.id} phone={phone} busy={isBusy} onRemove={() => void remove(phone)} />
          ))}
        </ul>
      )}
      {!isOn && (
        <>
          <p className="text-muted-foreground">{abilityTexts[ability]}</p>
          {ability === 'can' && (
            <Button
              className="justify-self-start"
              busy={isBusy}
              busyLabel="Asking..."
              onClick={() => void turnOn()}
            >
              Turn on for this device
            </Button>
          )}
        </>
      )}
      <p className="text-sm text-muted-foreground">Signing out on a device also ends its alerts.</p>
    </section>
  )
}

type PhoneRowProps = { phone: AlertsResponse['phones'][number]; busy: boolean; onRemove(): void }

function PhoneRow({ phone, busy, onRemove }: PhoneRowProps) {
  const Icon = /Android|iPhone/.test(phone.device) ? SmartphoneIcon : MonitorIcon
  return (
    <li className="flex items-center gap-3 py-2">
      <Icon className="flex-none text-muted-foreground" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{phone.device}</p>
        <p className="text-sm text-muted-foreground">
          {phone.is_this_one ? 'This device' : `Since ${formatDate(new Date(phone.added_at))}`}
        </p>
      </div>
      <Button
        variant="secondary"
        size="sm"
        className="min-h-11"
        disabled={busy}
        aria-label={`Remove ${phone.device}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </li>
  )
}

function Sound() {
  return (
    <section aria-labelledby="alerts-sound" className="grid gap-3">
      <h3 id="alerts-sound" className="text-lg font-semibold">
        Sound
      </h3>
      <p className="text-muted-foreground">
        Two short notes while the back office is open, also in a tab behind others. After opening it, tap once
        anywhere: until then the browser keeps it silent.
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={() => void tryAlert()}>
        Try the sound
      </Button>
    </section>
  )
}
