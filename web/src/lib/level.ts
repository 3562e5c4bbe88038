// Measures the loudness at the microphone.

const QUIETEST_DB = -60
/** Anything above this is louder than a silent room. */
export const HEARD = 0.25

/** The loudness from 0 (nearly silent) to 1 (as loud as possible), on the logarithmic scale of hearing. */
export function loudnessOf(samples: Float32Array) {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  const decibels = 20 * Math.log10(Math.sqrt(sum / (samples.length || 1)))
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DB))
}

// Sampled so often that no sound is missed between two samples.
const EVERY_MS = 80
const SAMPLES = 4096

/** Reports the loudness repeatedly, until the returned function is called. */
export function watchLevel(stream: MediaStream, report: (loudness: number) => void) {
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = SAMPLES
  context.createMediaStreamSource(stream).connect(analyser)
  void context.resume()
  const samples = new Float32Array(SAMPLES)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    report(loudnessOf(samples))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}
