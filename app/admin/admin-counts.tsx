import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OfficeCountsResponse } from '#contract/dashboard.ts'
import { api, isApiProblem } from '../data/api.ts'
import { usePolling } from '../data/use-polling.ts'
import { useAuth } from '../session/auth.tsx'

type AdminCounts = {
  /** Null until they are loaded. */
  counts: OfficeCountsResponse | null
  /** For a page that has just changed something. */
  refetch(): void
}

const AdminCountsContext = createContext<AdminCounts>({ counts: null, refetch: () => {} })

/** The numbers beside the links. A failure is silent here: the page itself shows it. */
export function AdminCountsProvider({ children }: { children: ReactNode }) {
  const { role, revalidate } = useAuth()
  const isOn = role !== null
  const [counts, setCounts] = useState<OfficeCountsResponse | null>(null)
  const refetch = useCallback(() => {
    api.get<OfficeCountsResponse>('/api/dashboard/counts').then(setCounts, (problem) => {
      // A role that was taken away closes the back office on every screen where it is still open.
      if (isApiProblem(problem) && problem.status === 403) void revalidate()
    })
  }, [revalidate])
  useEffect(() => {
    if (isOn) refetch()
  }, [isOn, refetch])
  const newestSound = counts?.newestSound
  useAlertSound(newestSound)
  usePolling(refetch, 60_000, { isOn, evenHidden: typeof newestSound === 'number' })
  const value = useMemo(() => ({ counts, refetch }), [counts, refetch])
  return <AdminCountsContext value={value}>{children}</AdminCountsContext>
}

export function useAdminCounts(): AdminCounts {
  return use(AdminCountsContext)
}

let audio: AudioContext | null = null

/** Browsers let a page sound only after somebody has tapped or typed in it. */
function openAudio(): AudioContext | null {
  if (!('AudioContext' in window)) return null
  audio ??= new AudioContext()
  if (audio.state === 'suspended') void audio.resume()
  return audio
}

const notes = [880, 1_174.66]
const noteSeconds = 0.16

/** For a button, which is a tap. */
export async function tryAlert(): Promise<void> {
  const context = openAudio()
  await context?.resume()
  if (context) play(context)
}

/** Two short notes, drawn here: no file to fetch. */
function play(context: AudioContext): void {
  notes.forEach((frequency, place) => {
    const start = context.currentTime + place * noteSeconds
    const tone = context.createOscillator()
    const volume = context.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, start)
    volume.gain.exponentialRampToValueAtTime(0.2, start + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, start + noteSeconds)
    tone.connect(volume).connect(context.destination)
    tone.start(start)
    tone.stop(start + noteSeconds)
  })
}

/** Sounds when the number grows; null while nothing is to sound. The first number is where it starts. */
function useAlertSound(newest: number | null | undefined): void {
  const isOn = typeof newest === 'number'
  useEffect(() => {
    if (!isOn) return
    const ready = () => void openAudio()
    window.addEventListener('pointerdown', ready)
    window.addEventListener('keydown', ready)
    return () => {
      window.removeEventListener('pointerdown', ready)
      window.removeEventListener('keydown', ready)
    }
  }, [isOn])

  const last = useRef<number | null>(null)
  useEffect(() => {
    if (!isOn) {
      last.current = null
      return
    }
    // What came before the first tap stays silent: it must not sound with the tap.
    if (last.current !== null && newest > last.current && audio?.state === 'running') play(audio)
    last.current = newest
  }, [isOn, newest])
}
