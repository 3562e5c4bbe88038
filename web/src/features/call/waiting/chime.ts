// A short sound without a file, and whether the doctor wants to hear it.
import { useState } from 'react'

const KEY = 'waiting-sound'
const NOTES_HZ = [660, 880]
const NOTE_SECONDS = 0.22
const VOLUME = 0.14

let context: AudioContext | undefined

/** Silent if the browser does not allow sound yet, because the user has not interacted with the page. */
export function playChime() {
  if ('userActivation' in navigator && !navigator.userActivation.hasBeenActive) return
  try {
    context ??= new AudioContext()
    void context.resume().then(playNotes, () => {})
  } catch {
    // There is no sound device. The list and the page title still show the arrival.
  }
}

function playNotes() {
  if (!context) return
  for (const [at, frequency] of NOTES_HZ.entries()) {
    const start = context.currentTime + at * NOTE_SECONDS
    const oscillator = context.createOscillator()
    const gain = context.createGain()
    oscillator.frequency.value = frequency
    gain.gain.setValueAtTime(0, start)
    gain.gain.linearRampToValueAtTime(VOLUME, start + 0.02)
    gain.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS * 2)
    oscillator.connect(gain).connect(context.destination)
    oscillator.start(start)
    oscillator.stop(start + NOTE_SECONDS * 2)
  }
}

/** The sound is on unless it was turned off in this browser. */
export function useSound() {
  const [isOn, setIsOn] = useState(readIsOn)
  const turn = (on: boolean) => {
    setIsOn(on)
    try {
      if (on) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, 'off')
    } catch {
      // Storage may be disabled. The choice then lasts until the page is closed.
    }
  }
  return { isOn, turn }
}

function readIsOn() {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}
