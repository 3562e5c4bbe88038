import { useState } from 'react'
import { classes } from '../../../lib/classes.ts'
import { readSiteConfig } from '../../../lib/config.ts'

interface PortraitProps {
  doctor: { first_name: string; last_name: string; photo_path: string | null }
  className?: string
}

/** A doctor's photo in the arch of the logo. Without one, or until it can be shown, the initials. */
export function Portrait({ doctor, className }: PortraitProps) {
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid h-16 w-14 shrink-0 place-items-center overflow-hidden rounded-t-full rounded-b-lg border border-brass bg-tint font-display text-lg font-semibold *:[grid-area:1/1]',
        className,
      )}
    >
      <span className="pt-1">
        {initial(doctor.first_name)}
        {initial(doctor.last_name)}
      </span>
      {doctor.photo_path && !hasFailed && (
        <img
          src={smallPhotoOf(doctor.photo_path)}
          alt=""
          width={112}
          height={128}
          decoding="async"
          className="size-full bg-tint object-cover object-top"
          onError={() => setHasFailed(true)}
        />
      )}
    </span>
  )
}

const initial = (name: string) => name.trim().charAt(0)

const smallPhotoOf = (path: string) =>
  `${readSiteConfig().supabaseUrl}/storage/v1/object/public/doctor-photos/${path.replace(/\.webp$/, '-small.webp')}`
