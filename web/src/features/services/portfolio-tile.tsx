import { Maximize2 } from 'lucide-react'
import { Picture } from '../../components/picture.tsx'
import { useI18n } from '../../lib/i18n.tsx'
import { PICTURE_SIZE, type PortfolioPicture } from './portfolio-pictures.ts'

// The first picture is large. On a phone the last one fills its row if it has no neighbour, so that no count leaves a gap.
const PLACES = {
  first: { className: 'col-span-2 lg:row-span-2', sizes: '(min-width: 64rem) 45rem, 100vw' },
  between: { className: '', sizes: '(min-width: 64rem) 22rem, 50vw' },
  last: { className: 'col-span-2 lg:col-span-1', sizes: '(min-width: 64rem) 22rem, 100vw' },
}

interface PortfolioTileProps {
  id: string
  picture: PortfolioPicture
  place: keyof typeof PLACES
  onOpen: () => void
}

/** The name is below the picture on a phone, where it would cover half of it, and on the picture elsewhere. */
export function PortfolioTile({ id, picture: { name, alt, sources }, place, onOpen }: PortfolioTileProps) {
  const { t } = useI18n()
  const { className, sizes } = PLACES[place]
  return (
    <li className={`relative self-stretch justify-self-stretch sm:aspect-[3/2] ${className}`}>
      <button
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="group grid w-full cursor-pointer gap-1.5 text-start focus-visible:rounded-box sm:absolute sm:inset-0 sm:overflow-hidden sm:rounded-box sm:bg-line"
      >
        <Picture
          sources={sources}
          alt={t(alt)}
          {...PICTURE_SIZE}
          sizes={sizes}
          className="aspect-[3/2] size-full object-cover max-sm:rounded-box max-sm:bg-line sm:aspect-auto"
        />
        <span className="flex items-center gap-2 text-sm leading-5 font-medium text-ink group-hover:text-action sm:absolute sm:start-3 sm:bottom-3 sm:max-w-[calc(100%-1.5rem)] sm:rounded-lg sm:bg-surface sm:px-3 sm:py-1">
          {t(name)}
          <Maximize2 aria-hidden="true" className="hidden size-3.5 shrink-0 text-brass sm:block" />
        </span>
      </button>
    </li>
  )
}
