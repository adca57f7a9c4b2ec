import { createContext, use } from 'react'
import type { ActionQueue } from '#rules/offline-action-queue.ts'
import type { DriverSettings } from './driver-settings.ts'
import type { Delivery } from './shown-deliveries.ts'
import type { Taps } from './use-taps.ts'

/** What every card needs: the taps, the settings, and where the driver is asked more. */
export type DriverWork = {
  queue: ActionQueue
  sendingKey: string | null
  change: Taps['change']
  settings: DriverSettings
  isOnline: boolean
  /** The button of a card was pressed: the next step is taken, or asked about first. */
  press(delivery: Delivery): void
  /** Cash, code and photo of one order. */
  openSheet(delivery: Delivery): void
}

export const DriverWorkContext = createContext<DriverWork | null>(null)

export function useDriverWork(): DriverWork {
  const work = use(DriverWorkContext)
  if (work === null) throw new Error('A card of a delivery needs the dashboard around it')
  return work
}
