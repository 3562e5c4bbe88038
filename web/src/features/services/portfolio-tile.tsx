import { Maximize2 } from 'lucide-react'
import { Picture } from '../../components/picture.tsx'
import { classes } from '../../lib/classes.ts'
import { useI18n } from '../../lib/i18n.tsx'
import { PICTURE_SIZE, type PortfolioPicture } from './portfolio-pictures.ts'

// The first picture is large, and so is one more on the other side in wide windows. On a phone the last picture fills its row if it has no
// neighbour, so that no number of pictures leaves a gap.
const PLACES = {
  first: { className: 'col-span-full lg:col-span-2 lg:row-span-2', sizes: '(min-width: 64rem) 45rem, 100vw', grow: 'grow' },
  second: { className: 'lg:col-span-2 lg:row-span-2', sizes: '(min-width: 64rem) 45rem, 50vw', grow: 'lg:grow' },
  between: { className: '', sizes: '(min-width: 64rem) 22rem, 50vw', grow: '' },
  last: { className: 'col-span-full lg:col-span-1', sizes: '(min-width: 64rem) 22rem, 100vw', grow: '' },
}

interface PortfolioTileProps {
  id: string
  picture: PortfolioPicture
  place: keyof typeof PLACES
  onOpen: () => void
}

/** A picture with its caption below it. The large one is as high as the two beside it. */
export function PortfolioTile({ id, picture: { name, alt, sources }, place, onOpen }: PortfolioTileProps) {
  const { t } = useI18n()
  const look = PLACES[place]
  return (
    <li className={classes('flex min-w-0 flex-col', look.className)}>
      <button
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={classes('group flex cursor-pointer flex-col gap-1.5 text-start focus-visible:rounded-box sm:gap-2.5', look.grow)}
      >
        <span className={classes('relative block aspect-[3/2] w-full overflow-hidden rounded-box bg-line', look.grow)}>
          <Picture
            sources={sources}
            alt={t(alt)}
            {...PICTURE_SIZE}
            sizes={look.sizes}
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
