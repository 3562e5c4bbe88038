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
      {/* On a phone the sentence has a row of its own. In narrow windows it is always two lines high, so that stepping moves nothing. */}
      <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-3 text-center sm:gap-y-1">
        <Button
          look="on-night"
          aria-label={t('interior.previous')}
          className="px-3 max-sm:row-start-2 sm:row-span-2"
          onClick={() => go(-1)}
        >
          <ChevronLeft aria-hidden="true" className="mirrored size-5" />
        </Button>
        <p aria-live="polite" className="contents text-on-night-muted">
          <span className="sr-only">{t(shown.alt)}. </span>
          <span className="text-balance text-on-night max-sm:col-span-3 max-sm:row-start-1 max-lg:min-h-[2lh] max-sm:text-sm">
            {t(shown.idea)}
          </span>
          <span className="col-start-2 row-start-2 text-sm">
            {t('interior.position', { number: pictures.indexOf(shown) + 1, total: pictures.length })}
          </span>
        </p>
        <Button look="on-night" aria-label={t('interior.next')} className="px-3 max-sm:row-start-2 sm:row-span-2" onClick={() => go(1)}>
          <ChevronRight aria-hidden="true" className="mirrored size-5" />
        </Button>
      </div>
    </Dialog>
  )
}
