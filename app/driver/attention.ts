/** A light buzz, where the phone can and may. */
export function buzz(pattern: number | number[] = 60): void {
  navigator.vibrate?.(pattern)
}

/** Two short tones, made by the phone itself: nothing to load, nothing to fail on a weak network. */
export function ring(): void {
  try {
    const speaker = new AudioContext()
    for (const [start, pitch] of [
      [0, 880],
      [0.2, 1175],
    ] as const) {
      const tone = speaker.createOscillator()
      const volume = speaker.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.2, speaker.currentTime + start)
      volume.gain.exponentialRampToValueAtTime(0.001, speaker.currentTime + start + 0.18)
      tone.connect(volume).connect(speaker.destination)
      tone.start(speaker.currentTime + start)
      tone.stop(speaker.currentTime + start + 0.2)
    }
    setTimeout(() => void speaker.close(), 1_000)
  } catch {
    // A phone that may not make a sound stays silent; the words are on the screen.
  }
}
