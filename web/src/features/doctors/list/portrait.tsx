import { classes } from '../../../lib/classes.ts'

interface PortraitProps {
  doctor: { first_name: string; last_name: string }
  className?: string
}

/** A doctor's initials in the arch of the logo. */
export function Portrait({ doctor, className }: PortraitProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid h-16 w-14 shrink-0 place-items-center rounded-t-full rounded-b-lg border border-brass bg-tint pt-1 font-display text-lg font-semibold',
        className,
      )}
    >
      {initial(doctor.first_name)}
      {initial(doctor.last_name)}
    </span>
  )
}

const initial = (name: string) => name.trim().charAt(0)
