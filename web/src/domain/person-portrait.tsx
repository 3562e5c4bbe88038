import type { ComponentProps } from 'react'
import { Portrait } from './portrait.tsx'
import { sitePhotoUrl } from './site-photos.ts'

interface PersonPortraitProps extends Pick<ComponentProps<typeof Portrait>, 'size' | 'alt'> {
  name: string
  /** The name of the photo in the bucket, or an empty text. */
  photo: string | undefined
}

/** Somebody whom the company names, in the arch: their photo, or the initials of the first and the last word of their name. */
export function PersonPortrait({ name, photo, ...rest }: PersonPortraitProps) {
  const [first = '', ...others] = name.trim().split(' ')
  return (
    <Portrait doctor={{ first_name: first, last_name: others.at(-1) ?? '', photo_path: photo || null }} urlOf={sitePhotoUrl} {...rest} />
  )
}
