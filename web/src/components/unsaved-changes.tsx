import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useI18n } from '../lib/i18n.tsx'
import { guardLeaving } from '../lib/router/leave-guard.ts'
import { useLocation } from '../lib/router/router.tsx'
import { Button } from './ui/button.tsx'
import { ClosingGuard } from './ui/closing-guard.ts'
import { Dialog } from './ui/dialog.tsx'
import { SectionContext, useSectionMark } from './ui/section-marks.ts'

interface UnsavedChangesProps {
  isDirty: boolean
  /** Whether a changed query of the address removes the form from the page. */
  isInPart?: boolean
  /** Texts for changes other than typed text. */
  texts?: { title: string; text: string; stay: string; leave: string }
  onLeave?: () => void
}

/** Asks before unsaved input is lost by leaving the page or by closing the dialog around it. */
export function UnsavedChanges({ isDirty, isInPart = false, texts, onLeave }: UnsavedChangesProps) {
  const { t } = useI18n()
  const isInDialog = use(ClosingGuard) !== undefined
  const {
    title,
    text,
    stay: stayLabel,
    leave: leaveLabel,
  } = texts ?? {
    title: t('unsaved.title'),
    ...(isInDialog
      ? { text: t('unsaved.closeText'), stay: t('unsaved.closeStay'), leave: t('unsaved.close') }
      : { text: t('unsaved.text'), stay: t('unsaved.stay'), leave: t('unsaved.leave') }),
  }
  const { key } = useLocation()
  const [proceed, setProceed] = useState<() => void>()
  const link = useRef<HTMLElement>(undefined)
  const section = use(SectionContext)
  useSectionMark('unsaved', isDirty)
  const ask = (leave: () => void, pressed?: HTMLElement) => {
    link.current = pressed
    // Shows what would be lost.
    section?.open()
    setProceed(() => leave)
  }
  const stay = () => setProceed(undefined)
  return (
    <>
      {/* Recreated for every address, even within one page, because it counts steps back from the current history entry. */}
      {isDirty && <LeaveGuard key={key} isInPart={isInPart} ask={ask} />}
      <Dialog
        title={title}
        description={text}
        closeLabel={stayLabel}
        open={proceed !== undefined}
        onOpenChange={stay}
        returnFocus={() => link.current?.focus()}
      >
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button
            look="secondary"
            onClick={() => {
              stay()
              proceed?.()
              onLeave?.()
            }}
          >
            {leaveLabel}
          </Button>
          <Button onClick={stay}>{stayLabel}</Button>
        </div>
      </Dialog>
    </>
  )
}

function LeaveGuard({ isInPart, ask }: { isInPart: boolean; ask: (leave: () => void, pressed?: HTMLElement) => void }) {
  const tell = useEffectEvent(ask)
  const guardClosing = use(ClosingGuard)
  useEffect(() => guardLeaving((leave, pressed) => tell(leave, pressed), isInPart), [isInPart])
  useEffect(() => guardClosing?.((close) => tell(close)), [guardClosing])
  return null
}
