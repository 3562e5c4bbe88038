import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { Picture } from '../../components/picture.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { directionOf } from '../../lib/languages.ts'
import { PICTURE_SIZE, type PortfolioPicture } from './portfolio-pictures.ts'
import { neighbour, stepOfKey, stepOfSwipe } from './steps.ts'

interface PortfolioDialogProps {
  shown: PortfolioPicture
  /** The pictures to step through. */
  pictures: PortfolioPicture[]
  onShow: (picture: PortfolioPicture) => void
  onClose: () => void
  returnFocus: () => void
}

export function PortfolioDialog({ shown, pictures, onShow, onClose, returnFocus }: PortfolioDialogProps) {
  const { t, language } = useI18n()
  const direction = directionOf(language)
  const go = (step: number) => {
    if (step) onShow(neighbour(pictures, shown, step))
  }
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      // Alt with an arrow key is the browser's back and forward.
      const step = event.altKey || event.metaKey ? 0 : stepOfKey(event.key, direction)
      if (step) onShow(neighbour(pictures, shown, step))
    }
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [direction, pictures, shown, onShow])
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
      title={t(shown.name)}
      description={t('interior.concept')}
      closeLabel={t('interior.close')}
    >
      {/* As large as the window allows, with the same height before and after the picture loads. */}
      <div
        {...swipe}
        className="relative mx-auto aspect-[3/2] w-full max-w-[max(22rem,calc((100dvh-15rem)*1.5))] touch-pan-y touch-pinch-zoom select-none overflow-hidden rounded-box"
      >
        <Skeleton className="absolute inset-0 rounded-none" />
        <Picture
          key={shown.id}
          sources={shown.sources}
          alt={t(shown.alt)}
          {...PICTURE_SIZE}
          sizes="(min-width: 66rem) 75rem, 100vw"
          className="pointer-events-none relative size-full object-cover"
        />
      </div>
      <div className="flex items-center justify-between gap-3">
        <Button look="on-night" aria-label={t('interior.previous')} className="px-3" onClick={() => go(-1)}>
          <ChevronLeft aria-hidden="true" className="mirrored size-5" />
        </Button>
        <p aria-live="polite" className="text-sm text-on-night-muted">
          <span className="sr-only">{t(shown.alt)}. </span>
          {t('interior.position', { number: pictures.indexOf(shown) + 1, total: pictures.length })}
        </p>
        <Button look="on-night" aria-label={t('interior.next')} className="px-3" onClick={() => go(1)}>
          <ChevronRight aria-hidden="true" className="mirrored size-5" />
        </Button>
      </div>
    </Dialog>
  )
}
