import { refusedTaps, settleTap } from '#rules/offline-action-queue.ts'
import { Button } from '../ui/button.tsx'
import { WarningIcon } from '../ui/icons.tsx'
import type { Taps } from './use-taps.ts'

/** What the shop could not take. It stays until the driver has read it: nothing that was tapped is ever just gone. */
export function Problems({ taps }: { taps: Taps }) {
  const refused = refusedTaps(taps.queue)
  if (refused.length === 0) return null
  return (
    <section
      aria-labelledby="driver-problems"
      className="grid gap-3 rounded-card border border-destructive bg-destructive-soft p-4 text-destructive-ink"
    >
      <h2 id="driver-problems" className="flex items-center gap-2 font-sans text-lg font-semibold">
        <WarningIcon />
        Please read
      </h2>
      <ul className="grid gap-4">
        {refused.map((tap) => (
          <li key={tap.key} className="grid gap-2">
            <p>
              <strong>Order {tap.trackingCode}:</strong> {tap.refusal}
            </p>
            <Button
              variant="secondary"
              className="justify-self-start"
              onClick={() => taps.change((queue) => settleTap(queue, tap.key))}
            >
              Understood
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
