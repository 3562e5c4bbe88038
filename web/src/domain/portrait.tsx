import { useState } from 'react'
import { classes } from '../lib/classes.ts'
import { useI18n } from '../lib/i18n.tsx'
import { PHOTO_PIXELS, photoUrl } from './photos.ts'

type Size = 'mini' | 'tiny' | 'line' | 'small' | 'medium' | 'large' | 'doorway' | 'arcade' | 'page'

const FILE_SIZES = ['small', 'full'] as const

interface PortraitProps {
  doctor: { first_name: string; last_name: string; photo_path: string | null }
  /** True if the doctor's name is part of the same link or button, so that it is not read twice. */
  isDecorative?: boolean
  size?: Size
  /** The text of the photo, unless it is a doctor's. */
  alt?: string
  urlOf?: (path: string, size: (typeof FILE_SIZES)[number]) => string
}

/** At least as wide as two initials, even if the reader's text is large. */
const SIZES: Record<Size, { look: string; photo: (typeof FILE_SIZES)[number]; width: number; height: number }> = {
  mini: { look: 'h-[max(--spacing(8.5),2.5em)] w-[max(--spacing(7),2.1em)] text-xs', photo: 'small', width: 28, height: 34 },
  tiny: { look: 'h-[max(--spacing(12),2.5em)] w-[max(--spacing(10),2.1em)] text-sm', photo: 'small', width: 40, height: 48 },
  line: {
    look: 'h-[max(--spacing(12),2.5em)] w-[max(--spacing(10),2.1em)] text-sm sm:h-17 sm:w-14 sm:text-lg',
    photo: 'small',
    width: 56,
    height: 68,
  },
  small: { look: 'h-[max(--spacing(17),2.5em)] w-[max(--spacing(14),2.1em)] text-lg', photo: 'small', width: 56, height: 68 },
  medium: {
    look: 'h-[max(--spacing(17),2.5em)] w-[max(--spacing(14),2.1em)] text-lg lg:h-29 lg:w-24 lg:text-3xl',
    photo: 'small',
    width: 96,
    height: 116,
  },
  large: { look: 'h-[max(--spacing(34),2.5em)] w-[max(--spacing(28),2.1em)] text-4xl', photo: 'full', width: 112, height: 136 },
  /** As wide as its container. */
  doorway: { look: 'w-full text-6xl', photo: 'full', width: 320, height: 389 },
  /** As wide as its column, and stands on a line below it. */
  arcade: { look: 'w-full rounded-b-none! border-b-0! text-4xl', photo: 'full', width: 176, height: 214 },
  /** Stands on a line below it. */
  page: {
    look: 'h-43 w-35 rounded-b-none! border-b-0! text-6xl sm:h-68 sm:w-56 lg:h-full lg:min-h-84 lg:w-69 lg:text-8xl',
    photo: 'full',
    width: 276,
    height: 336,
  },
}

/** A photo in the arch of the logo, of a doctor by default. The initials show while it loads, if it fails, and if there is none. */
export function Portrait({ doctor, isDecorative = false, size = 'small', alt, urlOf = photoUrl }: PortraitProps) {
  const { t } = useI18n()
  const { first_name: first, last_name: last, photo_path: path } = doctor
  const [failedPath, setFailedPath] = useState<string>()
  const { look, photo, width, height } = SIZES[size]
  const hasPhoto = path !== null && path !== failedPath
  return (
    <span
      data-portrait=""
      className={classes('arch grid shrink-0 place-items-center overflow-hidden border border-brass bg-tint *:[grid-area:1/1]', look)}
    >
      {/* Large initials are paler while the photo is loading, because it soon replaces them. */}
      <span
        aria-hidden="true"
        className={classes(
          'pt-1 font-display font-semibold',
          hasPhoto && size === 'page' && 'text-5xl',
          hasPhoto && (size === 'page' || size === 'arcade') && 'text-muted/50',
        )}
      >
        {initial(first)}
        {initial(last)}
      </span>
      {hasPhoto && (
        <img
          key={path}
          // The small file is enough for a large portrait on an ordinary screen.
          srcSet={photo === 'full' ? FILE_SIZES.map((each) => `${urlOf(path, each)} ${PHOTO_PIXELS[each].width}w`).join() : undefined}
          sizes={photo === 'full' ? `${width}px` : undefined}
          src={urlOf(path, photo)}
          alt={isDecorative ? '' : (alt ?? t('doctor.photoOf', { name: t('doctor.name', { first, last }) }))}
          width={width}
          height={height}
          // On the doctor's page the portrait is the first content.
          loading={size === 'page' ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-cover text-transparent"
          onError={() => setFailedPath(path)}
        />
      )}
    </span>
  )
}

const initial = (name: string) => Array.from(name.trim())[0] ?? ''
