import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'
import { Link } from '../../lib/router/link.tsx'

type Look = 'primary' | 'tinted' | 'secondary' | 'quiet' | 'text' | 'danger' | 'on-night' | 'on-night-primary'

/**
 * A screen, and each dialog, has at most one `primary` button, for its main action. The next step of a row or of a card among others is
 * `tinted`, and the buttons beside it are `secondary` or `quiet`.
 */
const LOOKS: Record<Look, string> = {
  primary: 'bg-action text-on-action hover:bg-action-strong',
  tinted: 'bg-tint text-action-strong ring-1 ring-inset ring-action/25 hover:bg-action hover:text-on-action',
  secondary: 'border border-control bg-surface text-ink hover:border-action hover:text-action',
  quiet: 'text-ink hover:bg-tint',
  // As high as the other buttons for touch, and aligned with the text above it.
  text: 'justify-self-start px-0! -my-0.5 text-action underline-offset-4 hover:underline',
  danger: 'bg-danger text-on-action hover:opacity-90',
  'on-night-primary': 'bg-on-night text-night hover:bg-white',
  'on-night': 'border border-on-night/40 text-on-night hover:border-on-night hover:bg-on-night/10',
}

const SHAPE =
  'button inline-flex min-h-12 items-center justify-center gap-2 rounded-box px-5 py-2 text-center font-medium leading-6 transition-colors duration-150 ease-calm disabled:cursor-not-allowed disabled:opacity-55'

/** For plain links that look like buttons. */
export const buttonLook = (look: Look, className?: string) => classes(SHAPE, LOOKS[look], className)

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look
  /** The label while the action runs. Until it ends, the button cannot be clicked again. */
  busyLabel?: string | false
}

export function Button({ look = 'primary', busyLabel = false, className, children, disabled, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonLook(look, className)}
      disabled={disabled || Boolean(busyLabel)}
      aria-busy={Boolean(busyLabel)}
      {...rest}
    >
      {busyLabel ? (
        <>
          <Spinner />
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  )
}

interface ButtonLinkProps {
  to: string
  /** The state of the history entry. */
  state?: unknown
  look?: Look
  className?: string
  children: ReactNode
}

export function ButtonLink({ to, state, look = 'primary', className, children }: ButtonLinkProps) {
  return (
    <Link to={to} state={state} className={buttonLook(look, className)}>
      {children}
    </Link>
  )
}

export function Spinner() {
  return <span aria-hidden="true" className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent" />
}
