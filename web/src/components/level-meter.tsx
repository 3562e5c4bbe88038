import { useEffect, useRef, useState } from 'react'
import { HEARD, watchLevel } from '../lib/level.ts'

const SILENT_AFTER_MS = 5000
/** With reduced motion the bar changes only at this interval, to the loudest value since its last change. */
const CALM_MS = 500

interface LevelMeterProps {
  stream: MediaStream
  texts: Record<'label' | 'listening' | 'heard' | 'silent', string>
  /** For a narrow column: only screen readers get the name. */
  isCompact?: boolean
}

/** Shows the loudness at the microphone as a bar and in words. */
export function LevelMeter({ stream, texts, isCompact = false }: LevelMeterProps) {
  const bar = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState<'listening' | 'heard' | 'silent'>('listening')
  useEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    let [loudest, drawnAt] = [0, 0]
    const stopWatching = watchLevel(stream, (loudness) => {
      if (loudness > HEARD) setWords('heard')
      loudest = Math.max(loudest, loudness)
      if (!bar.current || (isCalm && performance.now() - drawnAt < CALM_MS)) return
      bar.current.style.width = `${Math.round(loudest * 100)}%`
      drawnAt = performance.now()
      loudest = 0
    })
    const timer = setTimeout(() => setWords((now) => (now === 'listening' ? 'silent' : now)), SILENT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stopWatching()
    }
  }, [stream])
  return (
    <div className="grid gap-2">
      <p className={isCompact ? 'sr-only' : 'font-medium'}>{texts.label}</p>
      <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-line">
        <div ref={bar} className="h-full w-0 rounded-full bg-good transition-[width] duration-75" />
      </div>
      <p aria-live="polite" className={words === 'silent' ? 'text-sm text-wait' : 'text-sm text-muted'}>
        {texts[words]}
      </p>
    </div>
  )
}
