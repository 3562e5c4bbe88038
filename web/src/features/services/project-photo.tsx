import { useState } from 'react'
import type { ShownProject } from '../../domain/shown-content.ts'
import { SITE_PHOTO_PIXELS, type SitePhotoSize, sitePhotoUrl } from '../../domain/site-photos.ts'
import { classes } from '../../lib/classes.ts'

interface ProjectPhotoProps {
  photo: ShownProject['photos'][number]
  /** The displayed width. */
  sizes: string
  isFirst?: boolean
  className?: string
}

const SIZES = Object.keys(SITE_PHOTO_PIXELS) as SitePhotoSize[]

/** Fills its box. If the photo cannot be loaded, its description is shown. */
export function ProjectPhoto({ photo: { path, alt }, sizes, isFirst = false, className }: ProjectPhotoProps) {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return (
      <span
        lang={alt.language}
        className="absolute inset-0 grid place-items-center overflow-hidden bg-tint p-1 text-center text-xs wrap-anywhere text-muted sm:text-sm"
      >
        <bdi>{alt.text}</bdi>
      </span>
    )
  return (
    <img
      // The photo may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setIsBroken(true)
      }}
      src={sitePhotoUrl(path, 'full')}
      srcSet={SIZES.map((size) => `${sitePhotoUrl(path, size)} ${SITE_PHOTO_PIXELS[size].width}w`).join()}
      sizes={sizes}
      alt={alt.text}
      lang={alt.language}
      {...SITE_PHOTO_PIXELS.full}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setIsBroken(true)}
      className={classes('absolute inset-0 size-full object-cover', className)}
    />
  )
}
