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

export function PortfolioTile({ id, picture: { name, alt, sources }, place, onOpen }: PortfolioTileProps) {
  const { t } = useI18n()
  const { className, sizes } = PLACES[place]
  return (
    <li className={`relative aspect-[3/2] self-stretch justify-self-stretch ${className}`}>
      <button
        id={id}
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="group absolute inset-0 cursor-pointer overflow-hidden rounded-box bg-line focus-visible:rounded-box"
      >
        <Picture sources={sources} alt={t(alt)} {...PICTURE_SIZE} sizes={sizes} className="size-full object-cover" />
        <span className="absolute start-2 bottom-2 flex max-w-[calc(100%-1rem)] items-center gap-2 rounded-lg bg-surface px-2 py-1 text-start text-xs font-medium text-ink group-hover:text-action sm:start-3 sm:bottom-3 sm:px-3 sm:text-sm">
          {t(name)}
          <Maximize2 aria-hidden="true" className="hidden size-3.5 shrink-0 text-brass sm:block" />
        </span>
      </button>
    </li>
  )
}
