import { useState } from 'react'
import { readStored, store } from '../data/device-storage.ts'

const key = 'adom_driver_settings'

export type DriverSettings = {
  /** For those who need more time than a timer gives. */
  asksFirst: boolean
  makesSound: boolean
}

const usual: DriverSettings = { asksFirst: false, makesSound: false }

/** Kept on this phone: they are about its owner's hands and ears. */
export function useDriverSettings(): [DriverSettings, (change: Partial<DriverSettings>) => void] {
  const [settings, setSettings] = useState(read)
  const change = (changed: Partial<DriverSettings>) => {
    const next = { ...settings, ...changed }
    store(key, JSON.stringify(next))
    setSettings(next)
  }
  return [settings, change]
}

function read(): DriverSettings {
  try {
    const { asksFirst, makesSound } = JSON.parse(readStored(key) ?? '{}')
    return { asksFirst: asksFirst === true, makesSound: makesSound === true }
  } catch {
    return usual
  }
}
