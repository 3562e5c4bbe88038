import { Maximize2 } from 'lucide-react'
import { Picture } from '../../components/picture.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { PICTURE_SIZE, type PortfolioPicture } from './portfolio-pictures.ts'

interface PortfolioTileProps {
  id: string
  picture: PortfolioPicture
  /** Whether it is as high as two others in wide windows. */
  isLarge: boolean
  /** Whether it fills its row on a phone. */
  fillsRow: boolean
  onOpen: () => void
}

/** A picture with its caption below it. */
export function PortfolioTile({ id, picture: { name, alt, sources }, isLarge, fillsRow, onOpen }: PortfolioTileProps) {
  const { t } = useI18n()
  return (
    <li className={classes('flex min-w-0 flex-col', fillsRow && 'max-lg:col-span-full', isLarge && 'lg:col-span-2 lg:row-span-2')}>
      <button
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={classes(
          'group flex cursor-pointer flex-col gap-1.5 text-start focus-visible:rounded-box sm:gap-2.5',
          isLarge && 'lg:grow',
        )}
      >
        <span className={classes('relative block aspect-[3/2] w-full overflow-hidden rounded-box bg-line', isLarge && 'lg:grow')}>
          <Picture
            sources={sources}
            alt={t(alt)}
            {...PICTURE_SIZE}
            sizes={`(min-width: 64rem) ${isLarge ? 45 : 22}rem, ${fillsRow ? 100 : 50}vw`}
            className="absolute inset-0 size-full object-cover"
          />
        </span>
        <span className="flex w-full items-center justify-between gap-3 text-sm leading-5 text-muted group-hover:text-action">
          {t(name)}
          <Maximize2 aria-hidden="true" className="size-3.5 shrink-0 text-brass max-sm:hidden" />
        </span>
      </button>
    </li>
  )
}
