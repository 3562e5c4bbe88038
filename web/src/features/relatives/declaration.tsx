// A checkbox with the wording of the declaration, and an error below it.
import { type ComponentProps, useId } from 'react'
import { classes } from '../../lib/classes.ts'

interface DeclarationProps extends ComponentProps<'input'> {
  label: string
  hint?: string
  error?: string | undefined
}

export function Declaration({ label, hint, error, ...input }: DeclarationProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={classes('flex items-start gap-3 rounded-box border p-3.5', error ? 'border-danger' : 'border-line')}>
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-action"
        aria-describedby={described || undefined}
        aria-invalid={Boolean(error)}
        required
        {...input}
      />
      <div className="grid gap-1">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
        <p id={`${id}-error`} role="alert" className="text-sm text-danger empty:hidden">
          {error}
        </p>
      </div>
    </div>
  )
}
