import { useEffect, useRef } from 'react'

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
export function useAlertSound(newest: number | null | undefined): void {
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
