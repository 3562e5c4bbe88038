import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useI18n } from '../lib/i18n.tsx'
import { guardLeaving } from '../lib/leave-guard.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

/** Asks before what was typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { t } = useI18n()
  const { key } = useLocation()
  const [proceed, setProceed] = useState<() => void>()
  const link = useRef<HTMLElement>(undefined)
  const ask = (leave: () => void, pressed?: HTMLElement) => {
    link.current = pressed
    setProceed(() => leave)
  }
  const stay = () => setProceed(undefined)
  return (
    <>
      {/* Anew at every address, also one of the same page: going back is counted from where one is. */}
      {isDirty && <LeaveGuard key={key} ask={ask} />}
      <Dialog
        title={t('unsaved.title')}
        description={t('unsaved.text')}
        closeLabel={t('unsaved.stay')}
        open={proceed !== undefined}
        onOpenChange={stay}
        returnFocus={() => link.current?.focus()}
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={stay}>{t('unsaved.stay')}</Button>
          <Button
            look="secondary"
            onClick={() => {
              stay()
              proceed?.()
            }}
          >
            {t('unsaved.leave')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}

function LeaveGuard({ ask }: { ask: (leave: () => void, pressed?: HTMLElement) => void }) {
  const tell = useEffectEvent(ask)
  useEffect(() => guardLeaving((leave, pressed) => tell(leave, pressed)), [])
  return null
}
