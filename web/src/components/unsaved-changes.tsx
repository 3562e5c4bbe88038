import { useEffect, useRef, useState } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { guardLeaving } from '../lib/leave-guard.ts'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

/** Asks before what was typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const { t } = useI18n()
  const [proceed, setProceed] = useState<() => void>()
  const link = useRef<HTMLElement>(undefined)
  useEffect(() => {
    if (!isDirty) return undefined
    return guardLeaving((leave, pressed) => {
      link.current = pressed
      setProceed(() => leave)
    })
  }, [isDirty])
  const stay = () => setProceed(undefined)
  return (
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
  )
}
