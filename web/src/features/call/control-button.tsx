import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../../lib/classes.ts'

type Look = 'plain' | 'off' | 'end'

const LOOKS: Record<Look, string> = {
  plain: 'bg-on-night/10 hover:bg-on-night/20',
  /** For a device that the user has switched off: recognisable at a glance. */
  off: 'bg-on-night text-night hover:bg-white',
  end: 'bg-[#b3261e] text-white hover:bg-[#8c1d18]',
}

interface ControlButtonProps extends ComponentProps<'button'> {
  icon: LucideIcon
  label: string
  look?: Look
  /** Hides the name. */
  isCompact?: boolean
}

/** A round button of a call, with its name below if there is room. */
export function ControlButton({ icon: Icon, label, look = 'plain', isCompact = false, className, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      title={label}
      className={classes('grid w-12 content-start justify-items-center gap-1', !isCompact && 'sm:w-24 short:w-12', className)}
      {...rest}
    >
      <span className={classes('grid size-12 place-items-center rounded-full transition-colors duration-150 ease-calm', LOOKS[look])}>
        <Icon aria-hidden="true" className="size-5" />
      </span>
      <span
        className={classes('sr-only max-w-full text-xs leading-tight text-on-night-muted', !isCompact && 'sm:not-sr-only short:sr-only')}
      >
        {label}
      </span>
    </button>
  )
}
