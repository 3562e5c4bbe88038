// The speaker for the other person's sound, if the browser lets the page choose one.

type Sink = HTMLMediaElement & { setSinkId?: (id: string) => Promise<void> }

export const canChooseSpeaker = () => 'setSinkId' in HTMLMediaElement.prototype

/** An empty id means the system's speaker. If the speaker is gone, the sound stays on the current one. */
export async function setSpeaker(element: HTMLMediaElement, id: string | undefined) {
  await (element as Sink).setSinkId?.(id === 'default' ? '' : (id ?? '')).catch(() => {})
}

const NOTES_HZ = [523.25, 659.25, 783.99]
const NOTE_S = 0.28
const VOLUME = 0.2

/** Plays three soft notes on the speaker. Throws if the browser cannot play sound. */
export async function playTestSound(speaker: string | undefined) {
  const context = new AudioContext()
  try {
    await context.resume()
    const output = context.createMediaStreamDestination()
    const start = context.currentTime + 0.05
    for (const [n, frequency] of NOTES_HZ.entries()) playNote(context, output, frequency, start + n * NOTE_S)
    const element = new Audio()
    element.srcObject = output.stream
    await setSpeaker(element, speaker)
    await element.play()
    await new Promise((resolve) => setTimeout(resolve, (NOTES_HZ.length + 1) * NOTE_S * 1000))
    element.srcObject = null
  } finally {
    await context.close()
  }
}

function playNote(context: AudioContext, output: AudioNode, frequency: number, at: number) {
  const note = new OscillatorNode(context, { frequency })
  const volume = new GainNode(context, { gain: 0 })
  volume.gain.setValueAtTime(0, at)
  volume.gain.linearRampToValueAtTime(VOLUME, at + 0.03)
  volume.gain.linearRampToValueAtTime(0, at + NOTE_S * 1.4)
  note.connect(volume).connect(output)
  note.start(at)
  note.stop(at + NOTE_S * 1.5)
}
