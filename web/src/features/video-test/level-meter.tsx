import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../../lib/i18n.tsx'
import { HEARD, watchLevel } from './level.ts'

const SILENT_AFTER_MS = 5000
const LIVELY_MS = 80
/** For those who asked for less motion: the bar takes a step now and then. */
const CALM_MS = 500

/** What the microphone hears, as a bar and in words. */
export function LevelMeter({ stream }: { stream: MediaStream }) {
  const { t } = useI18n()
  const bar = useRef<HTMLDivElement>(null)
  const [words, setWords] = useState<'listening' | 'heard' | 'silent'>('listening')
  useEffect(() => {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const stopWatching = watchLevel(stream, isCalm ? CALM_MS : LIVELY_MS, (loudness) => {
      if (bar.current) bar.current.style.width = `${Math.round(loudness * 100)}%`
      if (loudness > HEARD) setWords('heard')
    })
    const timer = setTimeout(() => setWords((now) => (now === 'listening' ? 'silent' : now)), SILENT_AFTER_MS)
    return () => {
      clearTimeout(timer)
      stopWatching()
    }
  }, [stream])
  return (
    <div className="grid gap-2">
      <p className="font-medium">{t('videoTest.level')}</p>
      <div aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-line">
        <div ref={bar} className="h-full w-0 rounded-full bg-good transition-[width] duration-75" />
      </div>
      <p aria-live="polite" className={words === 'silent' ? 'text-sm text-wait' : 'text-sm text-muted'}>
        {t(`videoTest.${words}`)}
      </p>
    </div>
  )
}
