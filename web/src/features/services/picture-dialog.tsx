import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { stepOfKey, stepOfSwipe } from './steps.ts'

interface PictureDialogProps {
  title: string
  description: string
  alt: string
  /** The index of the shown picture. */
  place: number
  total: number
  /** 1 for the next picture, -1 for the previous one. */
  onStep: (step: number) => void
  onClose: () => void
  returnFocus: () => void
  /** The picture itself. */
  children: ReactNode
}

/** A dialog for stepping through pictures, one at a time. */
export function PictureDialog({ title, description, alt, place, total, onStep, onClose, returnFocus, children }: PictureDialogProps) {
  const { t, language } = useI18n()
  const direction = directionOf(language)
  const isAlone = total === 1
  const go = (step: number) => {
    if (step && !isAlone) onStep(step)
  }
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      // Alt with an arrow key is the browser's shortcut for back and forward.
      const step = event.altKey || event.metaKey ? 0 : stepOfKey(event.key, direction)
      if (step && !isAlone) onStep(step)
    }
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [direction, isAlone, onStep])
  const startedAt = useRef<number>(undefined)
  const swipe = {
    onPointerDown: ({ isPrimary, clientX }: PointerEvent) => {
      startedAt.current = isPrimary ? clientX : undefined
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (startedAt.current !== undefined) go(stepOfSwipe(clientX - startedAt.current, direction))
      startedAt.current = undefined
    },
  }
  return (
    <Dialog
      isWide
      open
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title={title}
      description={description}
      closeLabel={t('interior.close')}
    >
      {/* As large as the window allows, with the same height before and after the picture loads. */}
      <div
        {...swipe}
        className="relative mx-auto aspect-[3/2] w-full max-w-[max(22rem,calc((100dvh-15rem)*1.5))] touch-pan-y touch-pinch-zoom select-none overflow-hidden rounded-box"
      >
        <Skeleton className="absolute inset-0 rounded-none" />
        {children}
      </div>
      <div className="flex items-center justify-between gap-3">
        <StepButton label={t('interior.previous')} icon={ChevronLeft} isHidden={isAlone} onClick={() => go(-1)} />
        <p aria-live="polite" className="text-sm text-on-night-muted">
          <span className="sr-only">{alt}. </span>
          {t('interior.position', { number: place + 1, total })}
        </p>
        <StepButton label={t('interior.next')} icon={ChevronRight} isHidden={isAlone} onClick={() => go(1)} />
      </div>
    </Dialog>
  )
}

interface StepButtonProps {
  label: string
  icon: typeof ChevronLeft
  isHidden: boolean
  onClick: () => void
}

function StepButton({ label, icon: Icon, isHidden, onClick }: StepButtonProps) {
  if (isHidden) return <span />
  return (
    <Button look="on-night" aria-label={label} className="px-3" onClick={onClick}>
      <Icon aria-hidden="true" className="mirrored size-5" />
    </Button>
  )
}
